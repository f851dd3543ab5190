import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { payWithCard, stripeFor, submitForm } from '#sandbox/testing/payer.ts';

let running: RunningSandbox;
let stripe: Stripe;
let control: SandboxControl;

beforeEach(async () => {
  running = await startSandbox();
  stripe = stripeFor(running);
  control = controlSandbox(running.url);
});

afterEach(() => running.close());

const pay = async (card?: string): Promise<string> => {
  await payWithCard(running, card);
  return (await control.readPayments()).at(-1)?.paymentIntentId ?? '';
};
const eventTypes = async (prefix: string): Promise<string[]> => {
  const { data } = await stripe.events.list({ limit: 100 });
  return data
    .map(({ type }) => type)
    .filter((type) => type.startsWith(prefix))
    .toReversed();
};

describe('a dispute', () => {
  test('withdraws the money and a fee; winning reinstates only the money', async () => {
    const paymentIntentId = await pay();
    const { disputeId } = await control.openDispute(paymentIntentId);
    expect(await control.readPayments()).toMatchObject([{ amountDisputedMinor: 524, disputeFeeMinor: 1500 }]);
    expect(await control.readBalance()).toEqual({ cad: 524 - 45 - 524 - 1500 });
    expect(await control.decideDispute(disputeId, 'won')).toEqual({ isDecided: true });
    expect(await control.readPayments()).toMatchObject([{ amountDisputedMinor: 0, disputeFeeMinor: 1500 }]);
    expect(await control.readBalance()).toEqual({ cad: 524 - 45 - 1500 });
    expect(await eventTypes('charge.dispute')).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]);
    const dispute = await stripe.disputes.retrieve(disputeId);
    expect(dispute).toMatchObject({
      status: 'won',
      amount: 524,
      balance_transactions: [
        { amount: -524, fee: 1500, reporting_category: 'dispute' },
        { amount: 524, fee: 0 },
      ],
    });
  });

  test('is decided once', async () => {
    const { disputeId } = await control.openDispute(await pay());
    await control.decideDispute(disputeId, 'lost');
    expect(await control.decideDispute(disputeId, 'won')).toEqual({ isDecided: false });
    expect((await stripe.disputes.list()).data).toMatchObject([{ id: disputeId, status: 'lost' }]);
  });

  test('can exceed the rest of the payment, and withdraw another amount', async () => {
    const paymentIntentId = await pay();
    await control.refund(paymentIntentId, 24);
    const { disputeId } = await control.openDispute(paymentIntentId, { amountMinor: 524, withdrawnMinor: 531 });
    expect(await stripe.disputes.retrieve(disputeId)).toMatchObject({
      amount: 524,
      balance_transactions: [{ amount: -531, fee: 1500, net: -2031 }],
    });
    expect(await control.readBalance()).toEqual({ cad: 524 - 45 - 24 - 531 - 1500 });
  });

  test('that is lost can still return part of the money', async () => {
    const { disputeId } = await control.openDispute(await pay());
    await control.decideDispute(disputeId, 'answered');
    expect(await stripe.disputes.retrieve(disputeId)).toMatchObject({ status: 'under_review' });
    await control.decideDispute(disputeId, 'lost', 200);
    expect(await stripe.disputes.retrieve(disputeId)).toMatchObject({
      status: 'lost',
      balance_transactions: [
        { amount: -524, reporting_category: 'dispute' },
        { amount: 200, fee: 0, reporting_category: 'dispute_reversal' },
      ],
    });
    expect(await eventTypes('charge.dispute')).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]);
  });

  test('that is prevented returns the money without a fee', async () => {
    const { disputeId } = await control.openDispute(await pay(), { kind: 'prevented' });
    expect(await stripe.disputes.retrieve(disputeId)).toMatchObject({
      status: 'prevented',
      balance_transactions: [{ amount: -524, fee: 0 }],
    });
    expect(await control.decideDispute(disputeId, 'won')).toEqual({ isDecided: false });
  });

  test('blocks refunds and a second dispute', async () => {
    const paymentIntentId = await pay();
    await control.refund(paymentIntentId, 24);
    await control.openDispute(paymentIntentId);
    expect(await control.readPayments()).toMatchObject([{ amountRefundedMinor: 24, amountDisputedMinor: 500 }]);
    await expect(control.openDispute(paymentIntentId)).rejects.toThrow('cannot be disputed');
    await expect(stripe.refunds.create({ payment_intent: paymentIntentId })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
  });

  test('is opened immediately after a payment with its test card', async () => {
    const paymentIntentId = await pay('4000000000000259');
    expect((await stripe.disputes.list({ payment_intent: paymentIntentId })).data).toMatchObject([
      { reason: 'fraudulent', status: 'needs_response', amount: 524 },
    ]);
  });
});

describe('an inquiry', () => {
  test('moves no money until it becomes a dispute', async () => {
    const { disputeId } = await control.openDispute(await pay(), { kind: 'inquiry' });
    expect(await control.readPayments()).toMatchObject([{ amountDisputedMinor: 0, disputeFeeMinor: 0 }]);
    await control.decideDispute(disputeId, 'escalated');
    expect(await control.readPayments()).toMatchObject([{ amountDisputedMinor: 524, disputeFeeMinor: 1500 }]);
  });

  test('is closed when the payment is refunded', async () => {
    const paymentIntentId = await pay();
    const { disputeId } = await control.openDispute(paymentIntentId, { kind: 'inquiry' });
    await stripe.refunds.create({ payment_intent: paymentIntentId });
    expect(await stripe.disputes.retrieve(disputeId)).toMatchObject({ status: 'warning_closed' });
  });
});

test('a fraud warning is actionable until the payment is refunded', async () => {
  const paymentIntentId = await pay('4000000000005423');
  expect(await eventTypes('radar')).toEqual(['radar.early_fraud_warning.created']);
  const warnings = () => stripe.radar.earlyFraudWarnings.list({ payment_intent: paymentIntentId });
  expect((await warnings()).data).toMatchObject([{ actionable: true, fraud_type: 'unauthorized_use_of_card' }]);
  await stripe.refunds.create({ payment_intent: paymentIntentId });
  expect((await warnings()).data).toMatchObject([{ actionable: false }]);
});

test('a failed refund returns the money to the merchant, who can refund again', async () => {
  const paymentIntentId = await pay();
  const { id } = await stripe.refunds.create({ payment_intent: paymentIntentId });
  expect(await control.failRefund(id)).toEqual({ isFailed: true });
  expect(await control.failRefund(id)).toEqual({ isFailed: false });
  expect(await control.readPayments()).toMatchObject([{ amountRefundedMinor: 0 }]);
  expect(await control.readBalance()).toEqual({ cad: 524 - 45 });
  expect(await eventTypes('refund')).toEqual(['refund.created', 'refund.updated', 'refund.failed']);
  expect((await stripe.refunds.create({ payment_intent: paymentIntentId })).amount).toBe(524);
});

test("the operator's page opens and decides disputes with plain forms", async () => {
  const paymentIntentId = await pay();
  await submitForm(running, '/_sandbox/disputes', { paymentIntentId, kind: 'inquiry' });
  const page = await (await fetch(`${running.url}/_sandbox`)).text();
  expect(page).toContain('Becomes a dispute');
  const [dispute] = (await stripe.disputes.list()).data;
  await submitForm(running, '/_sandbox/disputes/decide', { disputeId: dispute?.id ?? '', decision: 'escalated' });
  expect(await (await fetch(`${running.url}/_sandbox`)).text()).toContain('We lose');
});
