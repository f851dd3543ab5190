import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { paypalCaller, type PayPalCaller } from '#sandbox/testing/paypal-caller.ts';

let running: RunningSandbox;
let control: SandboxControl;
let paypal: PayPalCaller;

beforeAll(async () => {
  running = await startSandbox();
  control = controlSandbox(running.url);
  paypal = await paypalCaller(running.url);
});
afterAll(() => running.close());

/** Pays an order of CA$5.24 and returns its capture. */
async function pay(): Promise<string> {
  const amount = { currency_code: 'CAD', value: '5.24' };
  const created = await paypal.call('/v2/checkout/orders', { intent: 'CAPTURE', purchase_units: [{ amount }] });
  const { id } = created.body as { readonly id: string };
  await control.approveOrder(id);
  await paypal.call(`/v2/checkout/orders/${id}/capture`, {});
  return (await control.readCaptures()).at(-1)?.captureId ?? '';
}

const read = async (disputeId: string) => (await paypal.call(`/v1/customer/disputes/${disputeId}`)).body;
const recorded = async (captureId: string) =>
  (await control.readCaptures()).find((capture) => capture.captureId === captureId);

describe('a PayPal dispute', () => {
  test('takes the money and a fee, and returns the money when the seller wins', async () => {
    const captureId = await pay();
    const { disputeId } = await control.openPayPalDispute(captureId);
    expect(await recorded(captureId)).toMatchObject({ amountDisputedMinor: 524, disputeFeeMinor: 2000 });
    expect(await read(disputeId)).toMatchObject({
      status: 'WAITING_FOR_SELLER_RESPONSE',
      disputed_transactions: [{ seller_transaction_id: captureId, transaction_status: 'REVERSED' }],
      money_movements: [
        { affected_party: 'SELLER', type: 'DEBIT', reason: 'DISPUTE_SETTLEMENT', amount: { value: '5.24' } },
        { affected_party: 'SELLER', type: 'DEBIT', reason: 'CHARGEBACK_FEE', amount: { value: '20.00' } },
      ],
    });
    expect(await control.decidePayPalDispute(disputeId, 'seller')).toEqual({ isDecided: true });
    expect(await control.decidePayPalDispute(disputeId, 'buyer')).toEqual({ isDecided: false });
    expect(await recorded(captureId)).toMatchObject({ amountDisputedMinor: 0, disputeFeeMinor: 2000 });
    expect(await read(disputeId)).toMatchObject({ dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' } });
  });

  test('may be lost in part', async () => {
    const captureId = await pay();
    const { disputeId } = await control.openPayPalDispute(captureId);
    await control.decidePayPalDispute(disputeId, 'buyer', 200);
    expect(await recorded(captureId)).toMatchObject({ amountDisputedMinor: 324 });
    expect(await read(disputeId)).toMatchObject({
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: { value: '3.24' } },
    });
  });

  test('moves no money as an inquiry until it is escalated', async () => {
    const captureId = await pay();
    const { disputeId } = await control.openPayPalDispute(captureId, { kind: 'inquiry' });
    expect(await recorded(captureId)).toMatchObject({ amountDisputedMinor: 0, disputeFeeMinor: 0 });
    expect(await read(disputeId)).not.toHaveProperty('money_movements');
    expect(await control.decidePayPalDispute(disputeId, 'escalated')).toEqual({ isDecided: true });
    expect(await recorded(captureId)).toMatchObject({ amountDisputedMinor: 524 });
  });

  test('that does not exist is not found', async () => {
    expect(await paypal.call('/v1/customer/disputes/PP-D-1')).toMatchObject({
      status: 404,
      body: { name: 'RESOURCE_NOT_FOUND' },
    });
  });

  test('is opened and decided on the operator’s page', async () => {
    const captureId = await pay();
    const post = (path: string, form: Record<string, string>) =>
      fetch(`${running.url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    await post('/_sandbox/paypal/disputes', { captureId, amountMinor: '', kind: 'dispute' });
    const page = await (await fetch(`${running.url}/_sandbox`)).text();
    expect(page).toContain(captureId);
    expect(page).toContain('Buyer cancels');
    const dispute = [...running.sandbox.store.paypalDisputes.values()].at(-1);
    await post('/_sandbox/paypal/disputes/decide', {
      disputeId: dispute?.id ?? '',
      decision: 'buyer',
      returnedMinor: '',
    });
    expect(await recorded(captureId)).toMatchObject({ amountDisputedMinor: 524 });
  });
});
