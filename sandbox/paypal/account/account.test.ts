import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startPayPalSandbox, type PayPalSandbox } from '#sandbox/testing/paypal-caller.ts';

const hourSeconds = 3600;

interface Entry {
  readonly transaction_info: Readonly<Record<string, unknown>>;
}

interface Balance {
  readonly currency: string;
  readonly total_balance: { readonly value: string };
  readonly available_balance: { readonly value: string };
  readonly withheld_balance: { readonly value: string };
}

describe("the PayPal account's report and balances", () => {
  let sandbox: PayPalSandbox;

  beforeEach(async () => {
    sandbox = await startPayPalSandbox();
  });
  afterEach(() => sandbox.running.close());

  const nowMs = async (): Promise<number> => (await sandbox.control.readClock()).now * 1000;
  const instant = (ms: number): string => new Date(ms).toISOString();
  const collect = async (value = '10.00', funding?: 'echeck'): Promise<string> => {
    const unit = { reference_id: 'default', amount: { currency_code: 'CAD', value } };
    const { body } = await sandbox.paypal.call('/v2/checkout/orders', { intent: 'CAPTURE', purchase_units: [unit] });
    const { id } = body as { id: string };
    await sandbox.control.approveOrder(id, funding);
    await sandbox.paypal.call(`/v2/checkout/orders/${id}/capture`, {});
    return (await sandbox.control.readCaptures()).at(-1)?.captureId ?? '';
  };
  const report = async (): Promise<readonly Entry['transaction_info'][]> => {
    const now = await nowMs();
    const period = `start_date=${instant(now - 20 * 24 * hourSeconds * 1000)}&end_date=${instant(now)}`;
    const { body } = await sandbox.paypal.call(`/v1/reporting/transactions?${period}`);
    const { transaction_details: details = [] } = body as { transaction_details?: readonly Entry[] };
    return details.map(({ transaction_info: info }) => info);
  };
  const codes = async () => (await report()).map(({ transaction_event_code: code }) => code);
  const balances = async (query = '') => {
    const { body } = await sandbox.paypal.call(`/v1/reporting/balances${query}`);
    return (body as { balances: readonly Balance[] }).balances.map((held) => [
      held.currency,
      held.total_balance.value,
      held.available_balance.value,
      held.withheld_balance.value,
    ]);
  };

  test('follow a payment three hours later', async () => {
    await collect();
    await sandbox.control.advanceClock(2 * hourSeconds);
    expect(await codes()).toEqual([]);
    expect(await balances()).toEqual([['CAD', '0.00', '0.00', '0.00']]);
    expect(await sandbox.control.readPayPalBalance()).toEqual({ cad: 941 });
    await sandbox.control.advanceClock(2 * hourSeconds);
    expect(await codes()).toEqual(['T0006']);
    expect(await balances()).toEqual([['CAD', '9.41', '9.41', '0.00']]);
  });

  test('show the balance at an earlier instant', async () => {
    const before = await nowMs();
    await sandbox.control.advanceClock(60);
    await collect();
    await sandbox.control.advanceClock(4 * hourSeconds);
    expect(await balances(`?as_of_time=${instant(before)}`)).toEqual([['CAD', '0.00', '0.00', '0.00']]);
    expect(await balances(`?as_of_time=${instant(await nowMs())}`)).toEqual([['CAD', '9.41', '9.41', '0.00']]);
    expect(await balances('?currency_code=USD')).toEqual([]);
  });

  test('count an eCheck when it clears', async () => {
    await collect('10.00', 'echeck');
    await sandbox.control.advanceClock(2 * 24 * hourSeconds);
    expect(await codes()).toEqual([]);
    expect(await sandbox.control.readPayPalBalance()).toEqual({});
    await sandbox.control.advanceClock(3 * 24 * hourSeconds);
    await sandbox.control.advanceClock(4 * hourSeconds);
    expect(await codes()).toEqual(['T0006']);
    expect(await sandbox.control.readPayPalBalance()).toEqual({ cad: 941 });
  });

  test('list a withdrawal of the available balance, which the bank can send back once', async () => {
    await collect();
    await sandbox.control.advanceClock(60);
    await sandbox.control.changePayPalBalance('T2101', -300);
    await sandbox.control.advanceClock(60);
    const { withdrawals } = await sandbox.control.withdraw();
    expect(withdrawals).toMatchObject([{ amountMinor: 641, currency: 'CAD', isReturned: false }]);
    expect((await sandbox.control.withdraw()).withdrawals).toEqual([]);
    expect(await sandbox.control.readPayPalBalance()).toEqual({ cad: 300 });
    await sandbox.control.advanceClock(4 * hourSeconds);
    expect(await balances()).toEqual([['CAD', '3.00', '0.00', '3.00']]);
    const withdrawalId = withdrawals[0]?.withdrawalId ?? '';
    expect(await sandbox.control.returnWithdrawal(withdrawalId)).toEqual({ isReturned: true });
    expect(await sandbox.control.returnWithdrawal(withdrawalId)).toEqual({ isReturned: false });
    await sandbox.control.advanceClock(24 * hourSeconds);
    expect(await report()).toMatchObject([
      { transaction_event_code: 'T0006' },
      { transaction_event_code: 'T2101' },
      { transaction_id: withdrawalId, transaction_status: 'S', transaction_amount: { value: '-6.41' } },
      { transaction_event_code: 'T1101', paypal_reference_id: withdrawalId, transaction_amount: { value: '6.41' } },
    ]);
    expect(await sandbox.control.readPayPalBalance()).toEqual({ cad: 941 });
  });

  test('list a dispute with its fee and the money that came back', async () => {
    const captureId = await collect();
    await sandbox.control.advanceClock(60);
    const { disputeId } = await sandbox.control.openPayPalDispute(captureId);
    await sandbox.control.advanceClock(60);
    await sandbox.control.decidePayPalDispute(disputeId, 'seller');
    await sandbox.control.advanceClock(4 * hourSeconds);
    expect(await report()).toMatchObject([
      { transaction_event_code: 'T0006' },
      { transaction_event_code: 'T1201', paypal_reference_id: captureId },
      { transaction_event_code: 'T0106', paypal_reference_id: captureId },
      { transaction_event_code: 'T1202', paypal_reference_id: captureId },
    ]);
    expect(await sandbox.control.readPayPalBalance()).toEqual({ cad: 941 - 2000 });
  });

  test('are refused without the feature', async () => {
    await sandbox.control.takePermission('account_balances');
    expect(await sandbox.paypal.call('/v1/reporting/balances')).toMatchObject({
      status: 403,
      body: { name: 'NOT_AUTHORIZED' },
    });
  });
});
