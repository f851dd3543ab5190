import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PayPalFunding } from '#sandbox/paypal/records.ts';
import { type PayPalSandbox, startPayPalSandbox } from '#sandbox/testing/paypal-caller.ts';

let sandbox: PayPalSandbox;

beforeAll(async () => {
  sandbox = await startPayPalSandbox();
});
afterAll(() => sandbox.running.close());

interface CallResponse {
  readonly status: number;
  readonly body: { readonly id: string; readonly status: string; readonly details?: readonly { issue: string }[] };
}

const call = async (path: string, body?: object, headers?: Record<string, string>): Promise<CallResponse> =>
  (await sandbox.paypal.call(path, body, headers)) as CallResponse;

const order = (value = '5.24') => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: 'CAD', value } }],
});
const withId = (requestId: string) => ({ 'paypal-request-id': requestId });
const capture = (id: string, requestId: string) => call(`/v2/checkout/orders/${id}/capture`, {}, withId(requestId));
const issueOf = ({ body }: CallResponse) => body.details?.[0]?.issue;

async function approvedOrder(funding: PayPalFunding): Promise<string> {
  const { id } = (await call('/v2/checkout/orders', order())).body;
  await sandbox.control.approveOrder(id, funding);
  return id;
}

const capturesOf = async (id: string) =>
  (await sandbox.control.readCaptures()).filter(({ orderId }) => orderId === id).length;

describe('a request id', () => {
  test('that is sent again gets the first response again', async () => {
    const id = await approvedOrder('balance');
    const first = await capture(id, 'again');
    const second = await capture(id, 'again');
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
  });

  test('of a refused call is refused again, even after the payer approved again; a new id is not', async () => {
    const id = await approvedOrder('declined_once');
    expect(issueOf(await capture(id, 'first'))).toBe('INSTRUMENT_DECLINED');
    await sandbox.control.approveOrder(id);
    expect(issueOf(await capture(id, 'first'))).toBe('INSTRUMENT_DECLINED');
    expect((await capture(id, 'second')).status).toBe(201);
  });

  test('of a capture before the approval is refused again; a new id is not', async () => {
    const { id } = (await call('/v2/checkout/orders', order())).body;
    expect(issueOf(await capture(id, 'first'))).toBe('ORDER_NOT_APPROVED');
    await sandbox.control.approveOrder(id);
    expect(issueOf(await capture(id, 'first'))).toBe('ORDER_NOT_APPROVED');
    expect((await capture(id, 'second')).status).toBe(201);
  });

  test('with another body is refused, and the first call is still repeatable', async () => {
    const first = await call('/v2/checkout/orders', order(), withId('order-1'));
    const other = await call('/v2/checkout/orders', order('9.99'), withId('order-1'));
    expect([other.status, issueOf(other)]).toEqual([422, 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED']);
    expect((await call('/v2/checkout/orders', order(), withId('order-1'))).body.id).toBe(first.body.id);
  });

  test('of a call without a valid token can still be used', async () => {
    const headers = { ...withId('order-2'), authorization: 'Bearer nonsense' };
    expect((await call('/v2/checkout/orders', order(), headers)).status).toBe(401);
    expect((await call('/v2/checkout/orders', order(), withId('order-2'))).status).toBe(201);
    expect((await call('/v2/checkout/orders', order(), headers)).status).toBe(401);
  });
});

describe('a slow capture', () => {
  test('gets a response after its delay; other calls are refused until then', async () => {
    const id = await approvedOrder('slow');
    const first = capture(id, 'first');
    await expect.poll(() => sandbox.running.sandbox.store.paypalOrders.get(id)?.runningCapture).toBeTruthy();
    expect(issueOf(await capture(id, 'other'))).toBe('ORDER_COMPLETION_IN_PROGRESS');
    const same = await capture(id, 'first');
    expect([same.status, issueOf(same)]).toEqual([409, 'PREVIOUS_REQUEST_IN_PROGRESS']);
    expect((await call(`/v2/checkout/orders/${id}`)).body.status).toBe('APPROVED');
    await sandbox.control.advanceClock(6);
    expect(await first).toMatchObject({ status: 201, body: { id, status: 'COMPLETED' } });
    expect((await capture(id, 'first')).status).toBe(200);
    expect(issueOf(await capture(id, 'other'))).toBe('ORDER_ALREADY_CAPTURED');
    expect(await capturesOf(id)).toBe(1);
  });

  test('holds its invoice number: another order with this number is refused from its start on', async () => {
    const newOrder = async (): Promise<string> => {
      const unit = { ...order().purchase_units[0], invoice_id: 'don_slow' };
      const { id } = (await call('/v2/checkout/orders', { ...order(), purchase_units: [unit] })).body;
      await sandbox.control.approveOrder(id, 'slow');
      return id;
    };
    const [id, otherId] = [await newOrder(), await newOrder()];
    const first = capture(id, 'slow-invoice-1');
    await expect.poll(() => sandbox.running.sandbox.store.paypalOrders.get(id)?.runningCapture).toBeTruthy();
    expect(issueOf(await capture(otherId, 'slow-invoice-2'))).toBe('DUPLICATE_INVOICE_ID');
    await sandbox.control.advanceClock(6);
    expect((await first).status).toBe(201);
    expect(issueOf(await capture(otherId, 'slow-invoice-3'))).toBe('DUPLICATE_INVOICE_ID');
    expect([await capturesOf(id), await capturesOf(otherId)]).toEqual([1, 0]);
  });

  test('completes even if its caller hangs up', async () => {
    const id = await approvedOrder('very_slow');
    const hangUp = new AbortController();
    const response = fetch(`${sandbox.running.url}/v2/checkout/orders/${id}/capture`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.paypal.token}`, 'content-type': 'application/json' },
      body: '{}',
      signal: hangUp.signal,
    });
    await expect.poll(() => sandbox.running.sandbox.store.paypalOrders.get(id)?.runningCapture).toBeTruthy();
    hangUp.abort();
    await expect(response).rejects.toThrow('aborted');
    await sandbox.control.advanceClock(15);
    expect((await call(`/v2/checkout/orders/${id}`)).body.status).toBe('COMPLETED');
    expect(await capturesOf(id)).toBe(1);
  });
});

test('the stand-in for the web SDK recognizes clients by id or by token', async () => {
  const check = async (query: string) => (await fetch(`${sandbox.running.url}/paypal/clients/check?${query}`)).status;
  expect([await check('id=sandbox-client'), await check('id=someone'), await check('token=nonsense')]).toEqual([
    200, 401, 401,
  ]);
});
