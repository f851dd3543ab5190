import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PayPalSandbox, startPayPalSandbox } from '#sandbox/testing/paypal-caller.ts';

let sandbox: PayPalSandbox;

beforeAll(async () => {
  sandbox = await startPayPalSandbox();
});
afterAll(() => sandbox.running.close());

/** Pays an order of CA$5.24 and returns its capture. */
async function pay(): Promise<string> {
  const amount = { currency_code: 'CAD', value: '5.24' };
  const created = await sandbox.paypal.call('/v2/checkout/orders', { intent: 'CAPTURE', purchase_units: [{ amount }] });
  const { id } = created.body as { readonly id: string };
  await sandbox.control.approveOrder(id);
  await sandbox.paypal.call(`/v2/checkout/orders/${id}/capture`, {});
  return (await sandbox.control.readCaptures()).at(-1)?.captureId ?? '';
}

const read = async (disputeId: string) => (await sandbox.paypal.call(`/v1/customer/disputes/${disputeId}`)).body;
const recorded = async (captureId: string) =>
  (await sandbox.control.readCaptures()).find((capture) => capture.captureId === captureId);

test('a PayPal refund names what it and earlier refunds took from the capture', async () => {
  const captureId = await pay();
  const totals: unknown[] = [];
  for (const value of ['1.00', '2.50']) {
    const { body } = await sandbox.paypal.call(`/v2/payments/captures/${captureId}/refund`, {
      amount: { currency_code: 'CAD', value },
    });
    const { id } = body as { readonly id: string };
    totals.push((await sandbox.paypal.call(`/v2/payments/refunds/${id}`)).body);
  }
  expect(totals).toMatchObject(
    ['1.00', '3.50'].map((value) => ({ seller_payable_breakdown: { total_refunded_amount: { value } } })),
  );
});

describe('a PayPal dispute', () => {
  test('takes the money and a fee, and returns the money when the seller wins', async () => {
    const captureId = await pay();
    const { disputeId } = await sandbox.control.openPayPalDispute(captureId);
    expect(await recorded(captureId)).toMatchObject({ amountDisputedMinor: 524, disputeFeeMinor: 2000 });
    expect(await read(disputeId)).toMatchObject({
      status: 'WAITING_FOR_SELLER_RESPONSE',
      disputed_transactions: [{ seller_transaction_id: captureId, transaction_status: 'REVERSED' }],
      fund_movements: [
        { party: 'SELLER', type: 'DEBIT', reason: 'DISPUTE_SETTLEMENT', amount: { value: '5.24' } },
        { party: 'SELLER', type: 'DEBIT', reason: 'CHARGEBACK_FEE', amount: { value: '20.00' } },
      ],
    });
    expect(await sandbox.control.decidePayPalDispute(disputeId, 'seller')).toEqual({ isDecided: true });
    expect(await sandbox.control.decidePayPalDispute(disputeId, 'buyer')).toEqual({ isDecided: false });
    expect(await recorded(captureId)).toMatchObject({ amountDisputedMinor: 0, disputeFeeMinor: 2000 });
    expect(await read(disputeId)).toMatchObject({ dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' } });
  });

  test('can be lost in part', async () => {
    const captureId = await pay();
    const { disputeId } = await sandbox.control.openPayPalDispute(captureId);
    await sandbox.control.decidePayPalDispute(disputeId, 'buyer', 200);
    expect(await recorded(captureId)).toMatchObject({ amountDisputedMinor: 324 });
    expect(await read(disputeId)).toMatchObject({
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: { value: '3.24' } },
    });
  });

  test('moves no money as an inquiry until it is escalated', async () => {
    const captureId = await pay();
    const { disputeId } = await sandbox.control.openPayPalDispute(captureId, { kind: 'inquiry' });
    expect(await recorded(captureId)).toMatchObject({ amountDisputedMinor: 0, disputeFeeMinor: 0 });
    expect(await read(disputeId)).not.toHaveProperty('fund_movements');
    expect(await sandbox.control.decidePayPalDispute(disputeId, 'escalated')).toEqual({ isDecided: true });
    expect(await recorded(captureId)).toMatchObject({ amountDisputedMinor: 524 });
  });

  test('that does not exist is not found', async () => {
    expect(await sandbox.paypal.call('/v1/customer/disputes/PP-D-1')).toMatchObject({
      status: 404,
      body: { name: 'RESOURCE_NOT_FOUND' },
    });
  });

  test('is opened and decided on the operator’s page', async () => {
    const captureId = await pay();
    const post = (path: string, form: Record<string, string>) =>
      fetch(`${sandbox.running.url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    await post('/_sandbox/paypal/disputes', { captureId, amountMinor: '', kind: 'dispute' });
    const page = await (await fetch(`${sandbox.running.url}/_sandbox`)).text();
    expect(page).toContain(captureId);
    expect(page).toContain('Buyer cancels');
    const dispute = [...sandbox.running.sandbox.store.paypalDisputes.values()].at(-1);
    await post('/_sandbox/paypal/disputes/decide', {
      disputeId: dispute?.id ?? '',
      decision: 'buyer',
      returnedMinor: '',
    });
    expect(await recorded(captureId)).toMatchObject({ amountDisputedMinor: 524 });
  });
});
