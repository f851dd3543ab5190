import { randomUUID } from 'node:crypto';
import type { PendingIntent } from '../rows/pending-intents.ts';
import { intentColumns, type Row, type Step, type Steps, type Value } from './statements.ts';

/** Inserts an intent. A single statement needs no transaction. */
export const insertIntentStep = (intent: Readonly<Record<(typeof intentColumns)[number], Value>>): Step => [
  'insertIntent',
  intentColumns.map((column) => intent[column]),
];

/** Saves the provider's session with its intent. */
export const saveSessionStep = (
  intentId: string,
  session: { readonly sessionId: string; readonly url: string; readonly expiresAt: string; readonly now: string },
): Step => [
  'saveSession',
  [session.sessionId, session.url, session.expiresAt, session.now, intentId, session.sessionId],
];

/** Looks for reversals that arrived before the settlement, as the product does after every settlement. */
export const pendingReversalStep = (paid: PendingIntent): Step => [
  'findPendingReversal',
  [paid.provider, paid.paymentId],
];

/** Settles a paid intent: writes everything that the product writes, without its checks. */
export function* settlementSteps(paid: PendingIntent): Steps {
  const now = new Date().toISOString();
  const [intent] = yield ['findIntent', [paid.id]];
  if (!intent) throw new Error(`no intent ${paid.id}`);
  const [event] = yield [
    'insertPaymentEvent',
    [paid.provider, `evt_${paid.id}`, paid.id, paid.sessionId, 'settled', paid.chargeTotalMinor, 'CAD', now, now],
  ];
  if (!event) return;
  yield ['findFacts', [paid.id, paid.sessionId]];
  const [updated] = yield [
    'updateIntent',
    ['settled', paid.sessionId, paid.paymentId, Number(intent['version']) + 1, now, paid.id, number(intent, 'version')],
  ];
  if (!updated) throw new Error(`${paid.id} was changed concurrently`);
  yield ['insertDonation', donationValues(intent, now)];
  yield* ledgerSteps(intent, now);
  yield [
    'insertOutbox',
    [
      `out_${randomUUID()}`,
      'receipt',
      '{}',
      `receipt:${intent['donation_id']}`,
      'waiting',
      now,
      0,
      null,
      null,
      now,
      null,
    ],
  ];
}

function* ledgerSteps(intent: Row, now: string): Steps {
  const id = `ltx_${randomUUID()}`;
  const line = (index: number, account: string, minor: number): Value[] => [id, index, account, minor, 'CAD'];
  yield ['insertLedgerTransaction', [id, `settlement:${intent['id']}`, intent['id'] ?? null, now, now]];
  yield [
    'insertLedgerEntries',
    [
      ...line(1, `clearing:${intent['provider']}`, number(intent, 'charge_total_minor')),
      ...line(2, `charity:${intent['charity_id']}`, -number(intent, 'charge_subtotal_minor')),
      ...line(3, 'service_fee_income', -number(intent, 'charge_service_fee_minor')),
    ],
  ];
}

const number = (row: Row, column: string): number => Number(row[column]);

function donationValues(intent: Row, now: string): Value[] {
  const copied = copiedColumns.map((column) => intent[column] ?? null);
  return [
    intent['donation_id'] ?? null,
    intent['id'] ?? null,
    null,
    ...copied,
    now,
    now.slice(0, 10),
    intent['time_zone'] ?? null,
  ];
}

const copiedColumns = [
  'charity_id',
  'frozen_charity_name',
  'label',
  'meals',
  'is_recurring',
  'amount_minor',
  'service_fee_minor',
  'currency',
  'charge_subtotal_minor',
  'charge_service_fee_minor',
  'charge_total_minor',
  'charge_currency',
  'exchange_rate',
  'rates_set_on',
];
