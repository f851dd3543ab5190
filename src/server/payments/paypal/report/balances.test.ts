import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import type { BalanceMovement, ProviderPayout } from '#server/ports/balances.ts';
import { PermissionMissing } from '#server/ports/permissions.ts';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import {
  startScriptedPayPal,
  type ScriptedResponse,
  type ScriptedPayPal,
} from '#test/support/payments/scripted-paypal.ts';

const report = 'GET /v1/reporting/transactions';
const balances = 'GET /v1/reporting/balances';
const hourMs = 60 * 60 * 1000;
const now = new Date('2026-03-04T12:00:00Z');
const hoursBefore = (hours: number): Date => new Date(now.getTime() - hours * hourMs);
const period = { from: hoursBefore(48), until: now };

const amount = (value: string, currency = 'CAD') => ({ currency_code: currency, value });
const entry = (code: string, value: string, changes: Record<string, unknown> = {}) => ({
  transaction_info: {
    transaction_id: `ID${code}`,
    transaction_event_code: code,
    transaction_status: 'S',
    transaction_amount: amount(value),
    transaction_initiation_date: '2026-03-03T00:00:00+0000',
    transaction_updated_date: '2026-03-03T12:00:00+0000',
    ...changes,
  },
});
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const listed: Item[] = [];
  for await (const item of items) listed.push(item);
  return listed;
}

const startedAt = new Date('2026-03-03T00:00:00Z');

describe("PayPal's report of movements", () => {
  let script: ScriptedPayPal;

  beforeEach(async () => {
    script = await startScriptedPayPal();
  });
  afterEach(() => script.close());

  const list = (entries: readonly unknown[]) => {
    script.responses[report] = { body: { transaction_details: entries, total_pages: 1 } };
  };
  const movements = () => all(script.paypal.balances.listMovements(period));
  const payouts = () => all(script.paypal.balances.listPayouts(period));

  test.each<[string, unknown, Partial<BalanceMovement>[]]>([
    [
      'a payment, after its fee',
      entry('T0006', '5.24', { fee_amount: amount('-0.45') }),
      [{ net: money(479, 'CAD'), fee: money(45, 'CAD'), sourceId: 'IDT0006' }],
    ],
    ['a refund', entry('T1107', '-1.00'), [{ net: money(-100, 'CAD'), sourceId: 'IDT1107' }]],
    [
      'a refund with a fee that comes back',
      entry('T1107', '-1.00', { fee_amount: amount('0.03') }),
      [
        { movementId: 'IDT1107', net: money(-100, 'CAD'), fee: money(0, 'CAD'), sourceId: 'IDT1107' },
        { movementId: 'IDT1107:fee', net: money(3, 'CAD'), fee: money(0, 'CAD'), sourceId: undefined },
      ],
    ],
    [
      'a chargeback, by its payment',
      entry('T1201', '-5.24', { paypal_reference_id: 'PAYMENT1' }),
      [{ net: money(-524, 'CAD'), sourceId: undefined, disputedPaymentId: 'PAYMENT1' }],
    ],
    [
      'the fee of a chargeback, by its payment',
      entry('T0106', '-20.00', { paypal_reference_id: 'PAYMENT1' }),
      [{ net: money(-2000, 'CAD'), disputedPaymentId: 'PAYMENT1' }],
    ],
    [
      'the return of a payout, by its id',
      entry('T1101', '3.00', { paypal_reference_id: 'IDT0400' }),
      [{ net: money(300, 'CAD'), sourceId: undefined, returnedPayoutId: 'IDT0400' }],
    ],
    ['a payout that is still pending', entry('T0400', '-3.00', { transaction_status: 'P' }), [{ kind: 'T0400' }]],
    ['a fee that belongs to nothing', entry('T0101', '-3.00'), [{ kind: 'T0101', description: 'Fee' }]],
    ['a code that is new to us', entry('T7777', '-3.00'), [{ kind: 'T7777', description: 'Other movement' }]],
    ['no hold', entry('T2101', '-3.00'), []],
    ['no release of a hold', entry('T1111', '3.00'), []],
    ['no pending payment', entry('T0006', '5.24', { transaction_status: 'P' }), []],
    ['no denied payout', entry('T0400', '-5.24', { transaction_status: 'D' }), []],
    ['no currency that we do not know', entry('T0006', '5.24', { transaction_amount: amount('5', 'ZZZ') }), []],
  ])('lists %s', async (_what, listed, expected) => {
    list([listed]);
    const found = await movements();
    expect(found).toHaveLength(expected.length);
    expect(found).toMatchObject(expected);
  });

  test.each<[string, unknown[], Partial<ProviderPayout>]>([
    ['sent', [entry('T0403', '-3.00')], { status: 'paid', returned: undefined }],
    ['pending', [entry('T0400', '-3.00', { transaction_status: 'P' })], { status: 'in_transit', returned: undefined }],
    [
      'returned by the bank',
      [entry('T0400', '-3.00'), entry('T1101', '3.00', { paypal_reference_id: 'IDT0400' })],
      { status: 'failed', returned: { movementId: 'IDT1101', at: startedAt } },
    ],
    [
      'returned in part, which is left for review',
      [entry('T0400', '-3.00'), entry('T1101', '2.00', { paypal_reference_id: 'IDT0400' })],
      { status: 'paid', returned: undefined },
    ],
    [
      'denied',
      [entry('T0400', '-3.00', { transaction_status: 'D' })],
      { status: 'canceled', returned: { movementId: 'IDT0400:denied', at: new Date('2026-03-03T12:00:00Z') } },
    ],
  ])('has a payout that is %s', async (_what, entries, expected) => {
    list(entries);
    expect(await payouts()).toMatchObject([
      { amount: money(300, 'CAD'), createdAt: startedAt, arrivesAt: undefined, ...expected },
    ]);
  });
});

describe("PayPal's balances", () => {
  let script: ScriptedPayPal;
  const balanceOf = (currency: string, total: string, withheld?: string) => ({
    currency,
    total_balance: amount(total, currency),
    ...(withheld === undefined ? {} : { withheld_balance: amount(withheld, currency) }),
  });

  beforeEach(async () => {
    script = await startScriptedPayPal();
    script.responses[report] = { body: { last_refreshed_datetime: hoursBefore(1).toISOString() } };
    script.responses[balances] = { body: {} };
  });
  afterEach(() => script.close());

  test.each<[string, ScriptedResponse, ScriptedResponse, number]>([
    ['three hours ago, when PayPal names no time', { body: {} }, { body: {} }, 3],
    [
      'three hours ago, when PayPal names a later time',
      { body: { last_refreshed_datetime: now.toISOString() } },
      { body: {} },
      3,
    ],
    [
      'the refresh of the report',
      { body: { last_refreshed_datetime: hoursBefore(7).toISOString() } },
      { body: { last_refresh_time: hoursBefore(5).toISOString() } },
      7,
    ],
    ['the refresh of the balances', { body: {} }, { body: { last_refresh_time: hoursBefore(5).toISOString() } }, 5],
    ['the time of the last balances', { body: {} }, { body: { as_of_time: hoursBefore(6).toISOString() } }, 6],
  ])('are complete until %s', async (_what, reported, held, hours) => {
    script.responses[report] = reported;
    script.responses[balances] = held;
    expect(await script.paypal.balances.fetchCoveredUntil(now)).toEqual(hoursBefore(hours));
  });

  test('are read at an instant, by currency, with the withheld money shown separately', async () => {
    script.responses[balances] = ({ query }) => ({
      body: {
        balances: [balanceOf('CAD', '10.00', '2.50'), balanceOf('JPY', '-300'), balanceOf('ZZZ', '1')],
        as_of_time: query.get('as_of_time'),
      },
    });
    expect(await script.paypal.balances.fetchBalanceAt(hoursBefore(4))).toEqual(
      new Map([
        ['CAD', { available: money(750, 'CAD'), pending: money(250, 'CAD') }],
        ['JPY', { available: money(-300, 'JPY'), pending: money(0, 'JPY') }],
      ]),
    );
  });

  test('of another instant are not used', async () => {
    script.responses[balances] = { body: { balances: [], as_of_time: hoursBefore(5).toISOString() } };
    expect(await script.paypal.balances.fetchBalanceAt(hoursBefore(4))).toBeUndefined();
  });

  test.each<[string, ScriptedResponse]>([
    ['an error', { status: 503, body: {} }],
    ['a rate limit', { status: 429, body: { name: 'RATE_LIMIT_REACHED' } }],
    ['another shape', { body: { balances: 'none' } }],
    ['an amount that is not a number', { body: { balances: [balanceOf('CAD', 'much')] } }],
  ])('are unavailable when PayPal responds with %s', async (_what, response) => {
    script.responses[balances] = response;
    await expect(script.paypal.balances.fetchBalanceAt(now)).rejects.toThrow(ProviderUnavailable);
  });

  test('that our app may not read are refused with the missing permission', async () => {
    script.responses[balances] = { status: 403, body: { name: 'NOT_AUTHORIZED' } };
    await expect(script.paypal.balances.fetchBalanceAt(now)).rejects.toThrow(PermissionMissing);
  });
});
