import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import {
  scriptedToken,
  startScriptedPayPal,
  type ScriptedAnswer,
  type ScriptedPayPal,
} from '#test/support/scripted-paypal.ts';

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
  gift: { intentId: 'int_1', donationId: 'don_1' },
  total: money(581, 'JPY'),
  description: 'Donation to Food banks across Canada: '.padEnd(200, 'x'),
  pageUrl: 'http://localhost:3000/paypal-checkout',
};
const taken = { orderId: 'ORDER12345', intentId: 'int_1' };

describe('an order at PayPal', () => {
  let script: ScriptedPayPal;

  beforeEach(async () => {
    script = await startScriptedPayPal();
  });
  afterEach(() => script.close());

  test('asks for an order in PayPal’s words, with the intent as its key', async () => {
    script.answers['POST /v2/checkout/orders'] = { status: 201, body: order({ status: 'PAYER_ACTION_REQUIRED' }) };
    expect(await script.paypal.createOrder(request)).toEqual({ code: 'created', orderId: 'ORDER12345' });
    const [, call] = script.asked;
    expect(call?.headers).toMatchObject({ authorization: 'Bearer token-1', 'paypal-request-id': 'int_1' });
    expect(JSON.parse(call?.body ?? '')).toEqual({
      intent: 'CAPTURE',
      purchase_units: [
        {
          amount: { currency_code: 'JPY', value: '581' },
          description: request.description.slice(0, 127),
          custom_id: 'int_1',
          invoice_id: 'don_1',
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

  test('fetches one token for many calls, and another when PayPal no longer takes it', async () => {
    script.answers['GET /v2/checkout/orders/ORDER12345'] = { body: order({ status: 'CREATED' }) };
    await Promise.all([script.paypal.fetchOrder('ORDER12345'), script.paypal.fetchOrder('ORDER12345')]);
    expect(script.asked.filter(({ call }) => call.endsWith('/token'))).toHaveLength(1);
    script.answers['POST /v1/oauth2/token'] = { body: { ...scriptedToken, access_token: 'token-2' } };
    script.answers['GET /v2/checkout/orders/ORDER12345'] = ({ headers }) =>
      headers.authorization === 'Bearer token-2'
        ? { body: order({ status: 'CREATED' }) }
        : { status: 401, body: { name: 'AUTHENTICATION_FAILURE' } };
    expect(await script.paypal.fetchOrder('ORDER12345')).toMatchObject({ code: 'open' });
  });

  test('is well again after a request for a token has failed', async () => {
    script.answers['POST /v1/oauth2/token'] = { status: 503, body: 'busy' };
    expect(await script.paypal.fetchOrder('ORDER12345')).toMatchObject({ code: 'unavailable' });
    script.answers['POST /v1/oauth2/token'] = { body: scriptedToken };
    script.answers['GET /v2/checkout/orders/ORDER12345'] = { body: order({ status: 'APPROVED' }) };
    expect(await script.paypal.fetchOrder('ORDER12345')).toEqual({ code: 'open', isApproved: true, namesGift: true });
  });

  test.each<[string, unknown, object]>([
    [
      'a paid order',
      order({}, [capture]),
      { fact: { kind: 'settled', collected: money(524, 'CAD') }, paymentId: capture.id },
    ],
    [
      'money that was given back later',
      order({}, [{ ...capture, status: 'REFUNDED', update_time: '2026-04-01T00:00:00Z' }]),
      { fact: { kind: 'settled', collected: money(524, 'CAD') }, occurredAt: new Date('2026-03-04T12:00:00Z') },
    ],
    ['money on its way', order({}, [{ ...capture, status: 'PENDING' }]), { fact: { kind: 'processing' } }],
    ['money that did not come', order({}, [{ ...capture, status: 'DECLINED' }]), { fact: { kind: 'failed' } }],
    [
      'a second capture after a failed one',
      order({}, [{ ...capture, status: 'FAILED', id: 'X' }, capture]),
      { paymentId: capture.id },
    ],
    ['an order that is void', order({ status: 'VOIDED' }), { fact: { kind: 'expired' }, paymentId: undefined }],
    [
      'a sum that cannot be read',
      order({}, [{ ...capture, amount: { currency_code: 'CAD', value: '5,24' } }]),
      { fact: { kind: 'settled', collected: undefined } },
    ],
  ])('reads %s', async (_what, body, event) => {
    script.answers['GET /v2/checkout/orders/ORDER12345'] = { body };
    expect(await script.paypal.fetchOrder('ORDER12345')).toMatchObject({
      code: 'event',
      event: { provider: 'paypal', sessionId: 'ORDER12345', intentId: 'int_1', isLive: false, ...event },
    });
  });

  test.each<[string, unknown]>([
    ['a page of a proxy', '<html>It works!</html>'],
    ['an empty object', {}],
    ['a list', []],
    ['another order', order({ id: 'OTHER' })],
    ['a status that is a number', order({ status: 7 })],
    ['a capture without its time', order({}, [{ ...capture, create_time: undefined }])],
    ['a capture in a state of nobody’s', order({}, [{ ...capture, status: 'WONDERFUL' }])],
    ['a capture with half a letter', order({}, [{ ...capture, custom_id: '\ud800' }])],
  ])('takes %s for no answer', async (_what, body) => {
    script.answers['GET /v2/checkout/orders/ORDER12345'] = { body };
    expect(await script.paypal.fetchOrder('ORDER12345')).toMatchObject({ code: 'unavailable' });
  });

  test.each<[string, ScriptedAnswer, object]>([
    ['not approved', { status: 422, body: { details: [{ issue: 'ORDER_NOT_APPROVED' }] } }, { code: 'not_approved' }],
    ['declined', { status: 422, body: { details: [{ issue: 'INSTRUMENT_DECLINED' }] } }, { code: 'declined' }],
    ['gone', { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }, { code: 'gone' }],
    ['captured before', { status: 422, body: { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } }, { code: 'event' }],
    [
      'refused for a reason of PayPal’s',
      { status: 422, body: { details: [{ issue: 'SOMETHING_NEW' }] } },
      { code: 'event' },
    ],
    ['answered by a proxy', { status: 502, body: '<html>' }, { code: 'event' }],
  ])('a capture that is %s', async (_what, answer, outcome) => {
    script.answers['POST /v2/checkout/orders/ORDER12345/capture'] = answer;
    script.answers['GET /v2/checkout/orders/ORDER12345'] = { body: order({}, [capture]) };
    expect(await script.paypal.captureOrder(taken)).toMatchObject(outcome);
    const captures = script.asked.filter(({ call }) => call.endsWith('/capture'));
    expect(captures.map(({ headers }) => headers['paypal-request-id'])).toEqual(['capture:int_1']);
  });
});
