import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { coffeeRecord } from '#test/support/payments/arbitrary-record.ts';
import {
  scriptedToken,
  startScriptedPayPal,
  type ScriptedResponse,
  type ScriptedPayPal,
} from '#test/support/payments/scripted-paypal.ts';
import { encodeRecord } from '../rebuild/record-text.ts';

const capture = {
  id: '8MC585209K746392H',
  status: 'COMPLETED',
  amount: { currency_code: 'CAD', value: '5.24' },
  custom_id: 'int_1',
  create_time: '2026-03-04T12:00:00Z',
};
const order = (changes: Record<string, unknown> = {}, captures: readonly unknown[] = []) => ({
  id: 'ORDER12345',
  status: 'COMPLETED',
  purchase_units: [{ custom_id: 'int_1', payments: { captures } }],
  create_time: '2026-03-04T11:00:00Z',
  ...changes,
});
const request = {
  requestId: 'int_1',
  donation: {
    record: coffeeRecord({
      charge: { subtotal: money(529, 'JPY'), serviceFee: money(52, 'JPY'), total: money(581, 'JPY') },
    }),
    charityName: 'Food banks across Canada',
  },
  total: money(581, 'JPY'),
  description: 'Donation to Food banks across Canada: '.padEnd(200, 'x'),
  pageUrl: 'http://localhost:3000/paypal-checkout',
};
const yen = (value: string) => ({ currency_code: 'JPY', value });
const approved = { orderId: 'ORDER12345', requestId: 'capture:int_1' };

describe('an order at PayPal', () => {
  let script: ScriptedPayPal;

  beforeEach(async () => {
    script = await startScriptedPayPal();
  });
  afterEach(() => script.close());

  test.each([
    [{ payment_source: { paypal: { email_address: 'guest@example.org' } } }, 'guest@example.org'],
    [{ payer: { email_address: 'guest@example.org' } }, 'guest@example.org'],
    [{ payment_source: { card: {} }, payer: { email_address: 'guest' } }, undefined],
    [{ payer: { payer_id: 'TESTPAYER2345' } }, undefined],
    [{}, undefined],
  ])('with %j names the payer %s', async (changes, payerEmail) => {
    script.responses['GET /v2/checkout/orders/ORDER12345'] = { body: order(changes, [capture]) };
    expect(await script.paypal.fetchOrder('ORDER12345')).toMatchObject({
      code: 'event',
      event: { payerEmail, fact: { kind: 'settled' } },
    });
  });

  test('is created with the intent’s id as idempotency key', async () => {
    script.responses['POST /v2/checkout/orders'] = { status: 201, body: order({ status: 'PAYER_ACTION_REQUIRED' }) };
    expect(await script.paypal.createOrder(request)).toEqual({ code: 'created', orderId: 'ORDER12345' });
    const [, call] = script.calls;
    const text = encodeRecord(request.donation.record);
    expect(call?.headers).toMatchObject({ authorization: 'Bearer token-1', 'paypal-request-id': 'int_1' });
    expect(JSON.parse(call?.body ?? '')).toEqual({
      intent: 'CAPTURE',
      purchase_units: [
        {
          amount: { ...yen('581'), breakdown: { item_total: yen('581') } },
          description: request.description.slice(0, 127),
          custom_id: text.slice(0, 127),
          invoice_id: request.donation.record.donationId,
          items: [
            {
              name: 'Donation to Food banks across Canada',
              unit_amount: yen('529'),
              quantity: '1',
              sku: text.slice(127),
            },
            { name: 'Service fee (10%)', unit_amount: yen('52'), quantity: '1' },
          ],
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            brand_name: 'Kindbite',
            shipping_preference: 'NO_SHIPPING',
            user_action: 'PAY_NOW',
            return_url: request.pageUrl,
            cancel_url: request.pageUrl,
          },
        },
      },
    });
  });

  test('is fetched with one token for many calls, and with a new one when PayPal rejects the token', async () => {
    script.responses['GET /v2/checkout/orders/ORDER12345'] = { body: order({ status: 'CREATED' }) };
    await Promise.all([script.paypal.fetchOrder('ORDER12345'), script.paypal.fetchOrder('ORDER12345')]);
    expect(script.calls.filter(({ call }) => call.endsWith('/token'))).toHaveLength(1);
    script.responses['POST /v1/oauth2/token'] = { body: { ...scriptedToken, access_token: 'token-2' } };
    script.responses['GET /v2/checkout/orders/ORDER12345'] = ({ headers }) =>
      headers.authorization === 'Bearer token-2'
        ? { body: order({ status: 'CREATED' }) }
        : { status: 401, body: { name: 'AUTHENTICATION_FAILURE' } };
    expect(await script.paypal.fetchOrder('ORDER12345')).toMatchObject({ code: 'open' });
  });

  test('is fetched again after a token request has failed', async () => {
    script.responses['POST /v1/oauth2/token'] = { status: 503, body: 'busy' };
    expect(await script.paypal.fetchOrder('ORDER12345')).toMatchObject({ code: 'unavailable' });
    script.responses['POST /v1/oauth2/token'] = { body: scriptedToken };
    script.responses['GET /v2/checkout/orders/ORDER12345'] = { body: order({ status: 'APPROVED' }) };
    expect(await script.paypal.fetchOrder('ORDER12345')).toEqual({
      code: 'open',
      isApproved: true,
      namesDonation: true,
    });
  });

  test.each<[string, unknown, object]>([
    [
      'a paid order',
      order({}, [capture]),
      { fact: { kind: 'settled', collected: money(524, 'CAD') }, paymentId: capture.id },
    ],
    [
      'a capture that was refunded later',
      order({}, [{ ...capture, status: 'REFUNDED', update_time: '2026-04-01T00:00:00Z' }]),
      { fact: { kind: 'settled', collected: money(524, 'CAD') }, occurredAt: new Date('2026-03-04T12:00:00Z') },
    ],
    ['a pending capture', order({}, [{ ...capture, status: 'PENDING' }]), { fact: { kind: 'processing' } }],
    ['a declined capture', order({}, [{ ...capture, status: 'DECLINED' }]), { fact: { kind: 'failed' } }],
    [
      'a second capture after a failed one',
      order({}, [{ ...capture, status: 'FAILED', id: 'X' }, capture]),
      { paymentId: capture.id },
    ],
    ['a voided order', order({ status: 'VOIDED' }), { fact: { kind: 'expired' }, paymentId: undefined }],
    [
      'an unreadable amount',
      order({}, [{ ...capture, amount: { currency_code: 'CAD', value: '5,24' } }]),
      { fact: { kind: 'settled', collected: undefined } },
    ],
  ])('is read from %s', async (_what, body, event) => {
    script.responses['GET /v2/checkout/orders/ORDER12345'] = { body };
    expect(await script.paypal.fetchOrder('ORDER12345')).toMatchObject({
      code: 'event',
      event: { provider: 'paypal', sessionId: 'ORDER12345', intentId: 'int_1', isLive: false, ...event },
    });
  });

  test.each<[string, unknown]>([
    ['the page of a proxy', '<html>It works!</html>'],
    ['an empty object', {}],
    ['a list', []],
    ['another order', order({ id: 'OTHER' })],
    ['a status that is a number', order({ status: 7 })],
    ['a capture without its time', order({}, [{ ...capture, create_time: undefined }])],
    ['a capture with a lone surrogate', order({}, [{ ...capture, custom_id: '\ud800' }])],
  ])('is unavailable when PayPal responds with %s', async (_what, body) => {
    script.responses['GET /v2/checkout/orders/ORDER12345'] = { body };
    expect(await script.paypal.fetchOrder('ORDER12345')).toMatchObject({ code: 'unavailable' });
  });

  test.each<[string, unknown, string]>([
    ['an unknown capture status', order({}, [{ ...capture, status: 'WONDERFUL' }]), 'unknown capture status WONDERFUL'],
    ['an unknown status', order({ status: 'WONDERFUL' }), 'unknown order status WONDERFUL'],
    ['a completed order without a capture', order(), 'the order is completed without a capture'],
    ['two paid captures', order({}, [capture, { ...capture, id: 'X' }]), 'more than one capture of the order is paid'],
  ])('is unreadable when PayPal responds with %s', async (_what, body, detail) => {
    script.responses['GET /v2/checkout/orders/ORDER12345'] = { body };
    expect(await script.paypal.fetchOrder('ORDER12345')).toEqual({ code: 'unreadable', detail });
    script.responses['POST /v2/checkout/orders/ORDER12345/capture'] = { status: 201, body };
    expect(await script.paypal.captureOrder(approved)).toEqual({ code: 'unreadable', detail });
  });

  test('is unreadable as a payment with an unknown status', async () => {
    const links = [{ rel: 'up', href: 'https://api.paypal.com/v2/checkout/orders/ORDER12345' }];
    script.responses['GET /v2/payments/captures/8MC585209K746392H'] = {
      body: { ...capture, status: 'WONDERFUL', links },
    };
    expect(await script.paypal.fetchPayment(capture.id)).toEqual({
      code: 'unreadable',
      detail: 'unknown capture status WONDERFUL',
    });
  });

  test('that PayPal refuses to create is refused, and not requested a second time', async () => {
    script.responses['POST /v2/checkout/orders'] = {
      status: 422,
      body: { details: [{ issue: 'PAYEE_ACCOUNT_RESTRICTED' }] },
    };
    expect(await script.paypal.createOrder(request)).toEqual({
      code: 'refused',
      detail: 'PayPal returned 422 PAYEE_ACCOUNT_RESTRICTED',
    });
    expect(script.calls.filter(({ call }) => call === 'POST /v2/checkout/orders')).toHaveLength(1);
  });

  test.each([
    ['for an unknown reason', 'APPROVED', { status: 422, body: { details: [{ issue: 'SOMETHING_NEW' }] } }],
    [
      'for an unknown reason',
      'PAYER_ACTION_REQUIRED',
      { status: 422, body: { details: [{ issue: 'SOMETHING_NEW' }] } },
    ],
    ['for a missing permission', 'APPROVED', { status: 403, body: { details: [{ issue: 'PERMISSION_DENIED' }] } }],
    ['as invalid', 'APPROVED', { status: 400, body: { name: 'INVALID_REQUEST' } }],
  ])('is refused when PayPal refuses its capture %s and leaves it %s', async (_reason, status, response) => {
    script.responses['POST /v2/checkout/orders/ORDER12345/capture'] = response;
    script.responses['GET /v2/checkout/orders/ORDER12345'] = { body: order({ status }) };
    expect(await script.paypal.captureOrder(approved)).toMatchObject({ code: 'refused' });
    expect(script.calls.filter(({ call }) => call.endsWith('/capture'))).toHaveLength(1);
  });

  test.each<[string, string, ScriptedResponse]>([
    ['action_required', 'PayPal ends its capture without an approval', { status: 409, body: {} }],
    [
      'action_required',
      'the response to its capture says so',
      { status: 201, body: order({ status: 'PAYER_ACTION_REQUIRED' }) },
    ],
    ['not_approved', 'the capture fails and it was never approved', { status: 500, body: {} }],
  ])('is %s when %s', async (code, _what, response) => {
    script.responses['POST /v2/checkout/orders/ORDER12345/capture'] = response;
    script.responses['GET /v2/checkout/orders/ORDER12345'] = { body: order({ status: 'PAYER_ACTION_REQUIRED' }) };
    expect(await script.paypal.captureOrder(approved)).toMatchObject({ code });
  });

  test.each([
    ['a conflict', { status: 409, body: { details: [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }] } }],
    ['its completion', { status: 422, body: { details: [{ issue: 'ORDER_COMPLETION_IN_PROGRESS' }] } }],
  ])('is read until PayPal has captured it, after %s', async (_what, response) => {
    let reads = 0;
    script.responses['POST /v2/checkout/orders/ORDER12345/capture'] = response;
    script.responses['GET /v2/checkout/orders/ORDER12345'] = () => {
      reads += 1;
      return { body: reads < 5 ? order({ status: 'APPROVED' }) : order({}, [capture]) };
    };
    expect(await script.paypal.captureOrder(approved)).toMatchObject({ code: 'event' });
    expect(script.calls.filter(({ call }) => call.endsWith('/capture'))).toHaveLength(1);
  });

  test('is processing when PayPal does not finish within 8.5 seconds, even if every read fails', async () => {
    const startedAt = script.time.now().getTime();
    script.responses['POST /v2/checkout/orders/ORDER12345/capture'] = { status: 409, body: {} };
    script.responses['GET /v2/checkout/orders/ORDER12345'] = { status: 503, body: {} };
    expect(await script.paypal.captureOrder(approved)).toMatchObject({ code: 'processing' });
    expect(script.time.now().getTime() - startedAt).toBe(8500);
  });

  test.each<[string, ScriptedResponse, object]>([
    ['not approved', { status: 422, body: { details: [{ issue: 'ORDER_NOT_APPROVED' }] } }, { code: 'not_approved' }],
    ['declined', { status: 422, body: { details: [{ issue: 'INSTRUMENT_DECLINED' }] } }, { code: 'declined' }],
    [
      'declined, and the payer may choose another card',
      { status: 422, body: { details: [{ issue: 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING' }] } },
      { code: 'declined' },
    ],
    [
      'waiting for the payer',
      { status: 422, body: { details: [{ issue: 'PAYER_ACTION_REQUIRED' }] } },
      { code: 'action_required' },
    ],
    ['unknown', { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }, { code: 'not_found' }],
    ['already captured', { status: 422, body: { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } }, { code: 'event' }],
    [
      'refused for an unknown reason',
      { status: 422, body: { details: [{ issue: 'SOMETHING_NEW' }] } },
      { code: 'event' },
    ],
    ['responded to by a proxy', { status: 502, body: '<html>' }, { code: 'event' }],
  ])('is read correctly when its capture is %s', async (_what, response, outcome) => {
    script.responses['POST /v2/checkout/orders/ORDER12345/capture'] = response;
    script.responses['GET /v2/checkout/orders/ORDER12345'] = { body: order({}, [capture]) };
    expect(await script.paypal.captureOrder(approved)).toMatchObject(outcome);
    const captures = script.calls.filter(({ call }) => call.endsWith('/capture'));
    expect(captures.map(({ headers }) => headers['paypal-request-id'])).toEqual(['capture:int_1']);
  });
});
