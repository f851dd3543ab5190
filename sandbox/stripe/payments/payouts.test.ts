import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { payWithCard, stripeFor } from '#sandbox/testing/payer.ts';
import { subscribe } from '#sandbox/testing/subscriber.ts';

const daySeconds = 24 * 3600;
/** CA$5.24 less the fee of 45 cents. */
const netMinor = 479;

describe('payouts to the bank', () => {
  let running: RunningSandbox;
  let stripe: Stripe;
  let control: SandboxControl;
  const balance = async () => {
    const { available, pending } = await stripe.balance.retrieve();
    const amounts = (part: Stripe.Balance.Available[]) => part.map(({ amount, currency }) => `${amount} ${currency}`);
    return { available: amounts(available), pending: amounts(pending) };
  };
  const payouts = async (): Promise<Stripe.Payout[]> => (await stripe.payouts.list({ limit: 100 })).data;

  beforeEach(async () => {
    running = await startSandbox();
    stripe = stripeFor(running);
    control = controlSandbox(running.url);
  });
  afterEach(() => running.close());

  test('an account without transactions has an empty balance', async () => {
    expect(await balance()).toEqual({ available: ['0 cad'], pending: ['0 cad'] });
  });

  test('a charge is pending for two days, then available', async () => {
    await payWithCard(running);
    expect(await balance()).toEqual({ available: ['0 cad'], pending: [`${netMinor} cad`] });
    await control.advanceClock(2 * daySeconds);
    expect(await balance()).toEqual({ available: [`${netMinor} cad`], pending: ['0 cad'] });
    expect(await payouts()).toEqual([]);
  });

  test('a daily payout sends the available money at midnight and arrives a day later', async () => {
    await control.setPayoutSchedule('daily');
    await payWithCard(running);
    await control.advanceClock(2 * daySeconds);
    await payWithCard(running);
    await control.advanceClock(daySeconds);
    const [payout] = await payouts();
    expect(payout).toMatchObject({ amount: netMinor, currency: 'cad', status: 'in_transit', automatic: true });
    expect((payout?.created ?? 0) % daySeconds).toBe(0);
    expect(payout?.arrival_date).toBe((payout?.created ?? 0) + daySeconds);
    expect(await balance()).toEqual({ available: ['0 cad'], pending: [`${netMinor} cad`] });
    await control.advanceClock(daySeconds);
    expect(await payouts()).toMatchObject([{ id: payout?.id, status: 'paid' }]);
  });

  test('a payout lists the transactions that it paid out, and itself', async () => {
    await payWithCard(running);
    await control.advanceClock(2 * daySeconds);
    await payWithCard(running);
    const { payouts: made } = await control.payOut();
    const listed = await stripe.balanceTransactions.list({ payout: made[0]?.payoutId ?? '', expand: ['data.source'] });
    expect(listed.data.map(({ type, net, source }) => [type, net, typeof source])).toEqual([
      ['payout', -netMinor, 'object'],
      ['charge', netMinor, 'object'],
    ]);
  });

  test('each currency is paid out separately, and a balance below zero waits', async () => {
    await control.changeBalance('topup', 700, 'usd');
    await control.changeBalance('stripe_fee', -300, 'cad');
    expect((await control.payOut()).payouts).toMatchObject([{ amountMinor: 700, currency: 'usd' }]);
    await control.changeBalance('topup', 1000, 'cad');
    expect((await control.payOut()).payouts).toMatchObject([{ amountMinor: 700, currency: 'cad' }]);
    expect((await control.payOut()).payouts).toEqual([]);
    expect(await balance()).toEqual({ available: ['0 usd', '0 cad'], pending: ['0 usd', '0 cad'] });
  });

  test('a failed payout returns to the balance once, even after it arrived, and is paid out again', async () => {
    await control.changeBalance('topup', 1000);
    const { payouts: made } = await control.payOut();
    const payoutId = made[0]?.payoutId ?? '';
    await control.advanceClock(daySeconds);
    expect(await control.failPayout(payoutId)).toEqual({ isFailed: true });
    expect(await control.failPayout(payoutId)).toEqual({ isFailed: false });
    expect(await control.failPayout('po_unknown')).toEqual({ isFailed: false });
    const failed = await stripe.payouts.retrieve(payoutId, { expand: ['failure_balance_transaction'] });
    expect(failed).toMatchObject({
      status: 'failed',
      failure_code: 'account_closed',
      failure_balance_transaction: { type: 'payout_failure', net: 1000 },
    });
    expect((await balance()).available).toEqual(['1000 cad']);
    expect((await control.payOut()).payouts).toMatchObject([{ amountMinor: 1000 }]);
  });

  test('a jump of months creates a payout after each renewal, and lists stay in chronological order', async () => {
    await control.setPayoutSchedule('daily');
    await subscribe(running);
    await control.advanceClock(100 * daySeconds);
    expect((await payouts()).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid', 'paid']);
    const transactions = (await stripe.balanceTransactions.list({ limit: 100 })).data;
    const times = transactions.map(({ created }) => created);
    expect(times).toEqual(times.toSorted((left, right) => right - left));
    const since = times[4] ?? 0;
    const recent = await stripe.balanceTransactions.list({ limit: 100, created: { gte: since } });
    expect(recent.data).toHaveLength(times.filter((time) => time >= since).length);
  });

  test('a key without the permission reads neither the balance nor payouts', async () => {
    await control.takePermission('balance_read');
    await expect(stripe.balance.retrieve()).rejects.toThrow("Having the 'rak_balance_read' permission");
    await control.takePermission('payout_read');
    await expect(stripe.payouts.list()).rejects.toThrow("Having the 'rak_payout_read' permission");
  });

  test('a stopped schedule pays out nothing', async () => {
    await control.setPayoutSchedule('daily');
    await control.setPayoutSchedule('manual');
    await control.changeBalance('topup', 1000);
    await control.advanceClock(3 * daySeconds);
    expect(await payouts()).toEqual([]);
  });
});
