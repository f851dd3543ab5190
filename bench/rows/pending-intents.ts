import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';

/** The properties of an unpaid intent that its settlement needs. */
export interface PendingIntent {
  readonly id: string;
  readonly provider: DonationIntentRow['provider'];
  readonly sessionId: string;
  /** The provider's id of the payment. */
  readonly paymentId: string;
  readonly chargeTotalMinor: number;
}

/** A card checkout, a PayPal order, or the invoice of a later month. */
export type PaymentKind = 'card' | 'capture' | 'renewal';

/** Writes unpaid intents. */
export async function writePendingIntents(
  db: Database,
  count: number,
  kind: PaymentKind = 'card',
): Promise<PendingIntent[]> {
  const now = new Date();
  const rows = Array.from({ length: count }, () => ({ ...pendingIntentRow(randomUUID(), now), ...columnsOf[kind] }));
  await inTransaction(db, async (tx) => {
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await tx
        .insertInto('donation_intents')
        .values(rows.slice(from, from + rowsAtOnce))
        .execute();
    }
  });
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    paymentId: `pay_${row.id}`,
    sessionId: row.provider_session_id ?? '',
    chargeTotalMinor: row.charge_total_minor,
  }));
}

const columnsOf: Readonly<Record<PaymentKind, Partial<DonationIntentRow>>> = {
  card: {},
  capture: { provider: 'paypal' },
  renewal: { is_recurring: 1, plan_id: 'pln_bench', request_hash: '', success_url: '', cancel_url: '' },
};

const rowsAtOnce = 100;

/** An intent for two coffees and a candy bar, as the product stores it while the checkout is open. */
export function pendingIntentRow(name: string, now: Date): DonationIntentRow {
  return {
    id: `int_${name}`,
    donation_id: `don_${name}`,
    idempotency_key: null,
    request_hash: '0'.repeat(64),
    version: 1,
    status: 'pending',
    provider: 'stripe',
    donor_id: null,
    provider_session_id: `cs_test_int_${name}`,
    session_number: 1,
    provider_payment_id: null,
    browser_key_hash: null,
    plan_id: null,
    checkout_url: null,
    expires_at: now.toISOString(),
    charity_id: 6,
    frozen_charity_name: 'Food banks across Canada',
    label: '2 × Coffee, Candy Bar',
    items: '[{"id":1,"quantity":2},{"id":2,"quantity":1}]',
    meals: 7,
    is_recurring: 0,
    amount_minor: 850,
    service_fee_minor: 85,
    currency: 'USD',
    charge_subtotal_minor: 1156,
    charge_service_fee_minor: 116,
    charge_total_minor: 1272,
    charge_currency: 'CAD',
    exchange_rate: '1.36',
    rates_set_on: '2026-01-01',
    time_zone: 'America/Toronto',
    success_url: 'https://donate.example/donation-success',
    cancel_url: 'https://donate.example/',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}
