import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchToken, type PayPalSandbox, startPayPalSandbox } from '#sandbox/testing/paypal-caller.ts';

let sandbox: PayPalSandbox;

beforeAll(async () => {
  sandbox = await startPayPalSandbox();
});
afterAll(() => sandbox.running.close());

interface CallResponse {
  readonly status: number;
  readonly body: Record<string, unknown> & { id: string; status: string; details?: { issue: string }[] };
}

const call = async (path: string, body?: object, headers?: Record<string, string>): Promise<CallResponse> =>
  (await sandbox.paypal.call(path, body, headers)) as CallResponse;

const order = (value = '5.24', currency = 'CAD') => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: currency, value }, custom_id: 'don_1' }],
});
const total = { currency_code: 'CAD', value: '5.24' };
const withItems = (amounts: readonly { value: string; currency_code?: string }[], more: object = {}) => ({
  ...order(),
  purchase_units: [
    {
      amount: { ...total, breakdown: { item_total: total } },
      items: amounts.map((amount) => ({
        name: 'Donation',
        quantity: '1',
        unit_amount: { currency_code: 'CAD', ...amount },
        ...more,
      })),
    },
  ],
});
const newOrder = async (value?: string): Promise<string> => (await call('/v2/checkout/orders', order(value))).body.id;
const capture = (id: string, headers?: Record<string, string>) =>
  call(`/v2/checkout/orders/${id}/capture`, {}, headers);

const orderWithSource = () => ({
  ...order(),
  payment_source: { paypal: { experience_context: { user_action: 'PAY_NOW', shipping_preference: 'NO_SHIPPING' } } },
});
const linksOf = ({ body }: CallResponse) => (body['links'] as { rel: string }[]).map(({ rel }) => rel);
const accountId = /^[2-9A-HJ-NP-Z]{13}$/; // PayPal's own pattern

describe('an order', () => {
  test('can be captured after its approval, and only once', async () => {
    const id = await newOrder();
    expect((await capture(id)).body.details?.[0]?.issue).toBe('ORDER_NOT_APPROVED');
    await sandbox.control.approveOrder(id);
    expect(await capture(id)).toMatchObject({ status: 201, body: { id, status: 'COMPLETED' } });
    expect((await capture(id)).body.details?.[0]?.issue).toBe('ORDER_ALREADY_CAPTURED');
    expect((await sandbox.control.readCaptures()).filter(({ orderId }) => orderId === id)).toMatchObject([
      { amountMinor: 524, currency: 'CAD', customId: 'don_1', feeMinor: 45, status: 'COMPLETED' },
    ]);
  });

  test('can be approved again after a decline', async () => {
    const id = await newOrder();
    await sandbox.control.approveOrder(id, 'declined_once');
    expect((await capture(id)).body.details?.[0]?.issue).toBe('INSTRUMENT_DECLINED');
    await sandbox.control.approveOrder(id);
    expect((await capture(id)).status).toBe(201);
  });

  test('whose payer must return to PayPal can be captured after the next approval', async () => {
    const { id } = (await call('/v2/checkout/orders', orderWithSource(), { 'paypal-request-id': 'source-2' })).body;
    await sandbox.control.approveOrder(id, 'action_required');
    expect((await capture(id)).body.details?.[0]?.issue).toBe('PAYER_ACTION_REQUIRED');
    expect((await call(`/v2/checkout/orders/${id}`)).body.status).toBe('PAYER_ACTION_REQUIRED');
    await sandbox.control.approveOrder(id);
    expect((await capture(id)).status).toBe(201);
  });

  test('stays approved after a card that is always declined', async () => {
    const id = await newOrder();
    await sandbox.control.approveOrder(id, 'declined');
    for (const _attempt of [1, 2]) expect((await capture(id)).body.details?.[0]?.issue).toBe('INSTRUMENT_DECLINED');
    expect((await call(`/v2/checkout/orders/${id}`)).body.status).toBe('APPROVED');
  });

  test('with a payment source needs a request id, and the payer has to act next', async () => {
    const refused = await call('/v2/checkout/orders', orderWithSource());
    expect([refused.status, refused.body.details?.[0]?.issue]).toEqual([400, 'PAYPAL_REQUEST_ID_REQUIRED']);
    const created = await call('/v2/checkout/orders', orderWithSource(), { 'paypal-request-id': 'source-1' });
    expect(created).toMatchObject({ status: 200, body: { status: 'PAYER_ACTION_REQUIRED' } });
    expect(linksOf(created)).toEqual(['self', 'payer-action']);
    const plain = await call('/v2/checkout/orders', order());
    expect(plain).toMatchObject({ status: 201, body: { status: 'CREATED' } });
    expect(linksOf(plain)).toEqual(['self', 'approve', 'capture']);
  });

  test('is returned with only its id, status and links, unless the caller prefers the whole order', async () => {
    const minimal = await call('/v2/checkout/orders', order(), { prefer: 'return=minimal' });
    expect(Object.keys(minimal.body)).toEqual(['id', 'status', 'links']);
    await sandbox.control.approveOrder(minimal.body.id);
    const captured = await capture(minimal.body.id, { prefer: '' });
    expect(Object.keys(captured.body)).toEqual(['id', 'status', 'links']);
    expect((await call(`/v2/checkout/orders/${minimal.body.id}`)).body).toHaveProperty('purchase_units');
  });

  test('names accounts by ids of 13 characters', async () => {
    const id = await newOrder();
    await sandbox.control.approveOrder(id);
    const { body } = await call(`/v2/checkout/orders/${id}`);
    expect(body).toMatchObject({
      payer: { payer_id: expect.stringMatching(accountId) as string },
      purchase_units: [{ payee: { merchant_id: expect.stringMatching(accountId) as string } }],
    });
  });

  test('paid by eCheck is pending until the eCheck clears', async () => {
    const id = await newOrder();
    await sandbox.control.approveOrder(id, 'echeck');
    const pending = await capture(id);
    const [unit] = pending.body['purchase_units'] as { payments: { captures: { id: string; status: string }[] } }[];
    const [captured] = unit!.payments.captures;
    expect(captured?.status).toBe('PENDING');
    await sandbox.control.advanceClock(5 * 24 * 3600);
    expect((await call(`/v2/payments/captures/${captured!.id}`)).body.status).toBe('COMPLETED');
  });

  test.each([
    ['an unsupported currency', order('5.24', 'AED'), 422],
    ['decimals in a currency without them', order('5.24', 'JPY'), 422],
    ['an amount of zero', order('0.00'), 422],
    ['a numeric amount', { ...order(), purchase_units: [{ amount: { currency_code: 'CAD', value: 5 } }] }, 400],
    ['another intent', { ...order(), intent: 'AUTHORIZE' }, 400],
    ['an unknown property', { ...order(), surprise: true, purchase_units: [] }, 400],
    [
      'an unknown user action',
      { ...order(), payment_source: { paypal: { experience_context: { user_action: 'BUY' } } } },
      400,
    ],
  ])('with %s is refused', async (_name, body, status) => {
    expect((await call('/v2/checkout/orders', body)).status).toBe(status);
  });

  test('returns its items, with a description cut off where PayPal cuts it off', async () => {
    const [item] = withItems([{ value: '5.24' }]).purchase_units[0]!.items;
    const body = withItems([{ value: '5.24' }], { description: 'd'.repeat(2050), sku: 's'.repeat(127) });
    const { id } = (await call('/v2/checkout/orders', body)).body;
    const units = (await call(`/v2/checkout/orders/${id}`)).body['purchase_units'];
    expect(units).toMatchObject([{ items: [{ ...item, description: 'd'.repeat(2048), sku: 's'.repeat(127) }] }]);
  });

  test.each([
    ['do not add up', withItems([{ value: '5.00' }]), 'ITEM_TOTAL_MISMATCH'],
    ['have another currency', withItems([{ value: '5.24', currency_code: 'USD' }]), 'MULTI_CURRENCY_ORDER'],
    [
      'lack their total',
      { ...order(), purchase_units: [{ ...withItems([{ value: '5.24' }]).purchase_units[0], amount: total }] },
      'ITEM_TOTAL_REQUIRED',
    ],
  ])('with items that %s is refused', async (_name, body, issue) => {
    const refused = await call('/v2/checkout/orders', body);
    expect([refused.status, refused.body.details?.[0]?.issue]).toEqual([422, issue]);
  });

  test('with an SKU of 128 characters is refused', async () => {
    const body = withItems([{ value: '5.24' }], { sku: 's'.repeat(128) });
    expect((await call('/v2/checkout/orders', body)).status).toBe(400);
  });

  test('needs a valid token', async () => {
    const response = await call('/v2/checkout/orders', order(), { authorization: 'Bearer nonsense' });
    expect(response).toMatchObject({ status: 401, body: { name: 'AUTHENTICATION_FAILURE' } });
  });
});

test('a capture can be refunded in parts, up to its amount', async () => {
  const id = await newOrder('10.00');
  await sandbox.control.approveOrder(id);
  await capture(id);
  const [captured] = (await sandbox.control.readCaptures()).filter(({ orderId }) => orderId === id);
  await sandbox.control.refundCapture(captured!.captureId, 400);
  await expect(sandbox.control.refundCapture(captured!.captureId, 601)).rejects.toThrow('422');
  await sandbox.control.refundCapture(captured!.captureId);
  const [refunded] = (await sandbox.control.readCaptures()).filter(({ orderId }) => orderId === id);
  expect(refunded).toMatchObject({ amountRefundedMinor: 1000, status: 'REFUNDED' });
});

test('an access token is not a client token', async () => {
  const { access_token: clientToken } = await fetchToken(sandbox.running.url, 'client_token');
  const checked = (given: string) =>
    fetch(`${sandbox.running.url}/paypal/clients/check?token=${encodeURIComponent(given)}`);
  expect([(await checked(clientToken)).status, (await checked(sandbox.paypal.token)).status]).toEqual([200, 401]);
});

test('every response has a debug id, which a refusal repeats', async () => {
  const created = (await sandbox.paypal.call('/v2/checkout/orders', order())) as CallResponse & { debugId: string };
  const refused = (await sandbox.paypal.call('/v2/checkout/orders/UNKNOWN')) as CallResponse & { debugId: string };
  expect(created.debugId).toMatch(/^[0-9a-f]{14}$/);
  expect(refused.body['debug_id']).toBe(refused.debugId);
});

test("an unknown path of PayPal's API is refused in PayPal's error form", async () => {
  expect(await call('/v2/checkout/surprises')).toMatchObject({ status: 404, body: { name: 'RESOURCE_NOT_FOUND' } });
});
