import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import type { ReportedPayment, ReportedRefund } from '#server/ports/paypal-provider.ts';
import { PermissionMissing } from '#server/ports/permissions.ts';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import {
  startScriptedPayPal,
  type ScriptedResponse,
  type ScriptedPayPal,
} from '#test/support/payments/scripted-paypal.ts';

const report = 'GET /v1/reporting/transactions';
const dayMs = 24 * 60 * 60 * 1000;
const until = new Date('2026-03-04T12:00:00Z');
const daysBefore = (days: number): Date => new Date(until.getTime() - days * dayMs);

const canadianDollars = (value: string) => ({ currency_code: 'CAD', value });
const entry = (changes: Record<string, unknown> = {}) => ({
  transaction_info: {
    transaction_id: 'PAYMENT1',
    transaction_event_code: 'T0006',
    transaction_status: 'S',
    transaction_amount: canadianDollars('5.24'),
    fee_amount: canadianDollars('-0.45'),
    transaction_initiation_date: '2026-03-01T00:00:00+0000',
    ...changes,
  },
});
const payment = {
  kind: 'payment',
  paymentId: 'PAYMENT1',
  amount: money(524, 'CAD'),
  fee: money(45, 'CAD'),
  paidAt: new Date('2026-03-01T00:00:00Z'),
};
const refund = {
  transaction_event_code: 'T1107',
  transaction_id: 'REFUND1',
  transaction_amount: canadianDollars('-1.00'),
};

describe('PayPal’s report', () => {
  let script: ScriptedPayPal;
  const list = async (since = daysBefore(7)) => {
    const listed: (ReportedPayment | ReportedRefund)[] = [];
    for await (const reported of script.paypal.listTransactions(since, until)) listed.push(reported);
    return listed;
  };
  const periods = () =>
    script.calls
      .filter(({ call }) => call === report)
      .map(({ query }) => [new Date(query.get('start_date')!), new Date(query.get('end_date')!)] as const);

  beforeEach(async () => {
    script = await startScriptedPayPal();
  });
  afterEach(() => script.close());

  test.each<[string, Record<string, unknown>, unknown[]]>([
    ['a payment', {}, [payment]],
    ['a payment that was refunded in part', { transaction_status: 'F' }, [payment]],
    ['a payment that was refunded in full', { transaction_status: 'V' }, [payment]],
    ['a payment without a status', { transaction_status: undefined }, [payment]],
    ['a payment without a fee', { fee_amount: undefined }, [{ ...payment, fee: undefined }]],
    ['a denied payment', { transaction_status: 'D' }, []],
    ['a pending payment', { transaction_status: 'P' }, []],
    ['a payment to someone else', { transaction_amount: canadianDollars('-5.24') }, []],
    ['a withdrawal', { transaction_event_code: 'T0400' }, []],
    [
      'a refund',
      { ...refund, paypal_reference_id: 'PAYMENT1' },
      [{ kind: 'refund', refundId: 'REFUND1', paymentId: 'PAYMENT1' }],
    ],
    ['a refund of an unnamed payment', refund, [{ kind: 'refund', refundId: 'REFUND1', paymentId: undefined }]],
    ['a pending refund', { ...refund, transaction_status: 'P' }, []],
  ])('reads %s correctly', async (_what, changes, expected) => {
    script.responses[report] = { body: { transaction_details: [entry(changes)], total_pages: 1 } };
    expect(await list()).toEqual(expected);
  });

  test('is empty when there is nothing to report', async () => {
    script.responses[report] = { body: { total_items: 0, total_pages: 0 } };
    expect(await list()).toEqual([]);
  });

  test('is read page by page', async () => {
    script.responses[report] = ({ query }) => ({
      body: { transaction_details: [entry({ transaction_id: `PAYMENT${query.get('page')}` })], total_pages: 3 },
    });
    expect(await list()).toMatchObject([1, 2, 3].map((page) => ({ paymentId: `PAYMENT${page}` })));
  });

  test.each([31, 32, 63, 400])('over %i days is read in equal periods of 15 to 31 days', async (days) => {
    script.responses[report] = { body: {} };
    await list(daysBefore(days));
    const read = periods();
    expect([read[0]?.[0], read.at(-1)?.[1]]).toEqual([daysBefore(days), until]);
    for (const [index, [from, to]] of read.entries()) {
      expect(to.getTime() - from.getTime()).toBeLessThanOrEqual(31 * dayMs);
      expect(to.getTime() - from.getTime()).toBeGreaterThan(15 * dayMs);
      expect(from).toEqual(index === 0 ? daysBefore(days) : read[index - 1]?.[1]);
    }
  });

  test('of too many transactions is read in halves', async () => {
    script.responses[report] = ({ query }) => {
      const lengthMs = Date.parse(query.get('end_date')!) - Date.parse(query.get('start_date')!);
      return lengthMs > 4 * dayMs
        ? { status: 400, body: { name: 'RESULTSET_TOO_LARGE' } }
        : { body: { transaction_details: [entry({ transaction_id: query.get('start_date') })], total_pages: 1 } };
    };
    expect(await list(daysBefore(8))).toMatchObject([
      { paymentId: '2026-02-24T12:00:00Z' },
      { paymentId: '2026-02-28T12:00:00Z' },
    ]);
  });

  test.each<[string, ScriptedResponse]>([
    ['an error', { status: 503, body: {} }],
    ['another shape', { body: { transaction_details: 'none' } }],
    ['too many transactions in every hour', { status: 400, body: { name: 'RESULTSET_TOO_LARGE' } }],
  ])('that responds with %s makes PayPal unavailable', async (_what, response) => {
    script.responses[report] = response;
    await expect(list()).rejects.toThrow(ProviderUnavailable);
  });

  test('that our app may not read is refused with the missing permission', async () => {
    script.responses[report] = { status: 403, body: { name: 'NOT_AUTHORIZED' } };
    await expect(list()).rejects.toThrow(PermissionMissing);
  });
});
