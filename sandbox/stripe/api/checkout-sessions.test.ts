import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { aDonation, stripeFor } from '#sandbox/testing/payer.ts';
import { monthlyPrice } from '#sandbox/testing/subscriber.ts';

let running: RunningSandbox;
let stripe: Stripe;

beforeEach(async () => {
  running = await startSandbox();
  stripe = stripeFor(running);
});

afterEach(() => running.close());

describe('creating a session', () => {
  test('returns an open session with the total of its lines and a URL to pay at', async () => {
    const session = await stripe.checkout.sessions.create(aDonation());
    expect(session).toMatchObject({
      object: 'checkout.session',
      amount_total: 524,
      currency: 'cad',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      client_reference_id: 'int_1',
      metadata: { intent: 'int_1' },
      submit_type: 'donate',
      adaptive_pricing: { enabled: false },
      url: `${running.url}/c/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_/);
    expect(session.expires_at - session.created).toBe(24 * 3600);
  });

  test.each([
    ['an unknown parameter', { color: 'red' }, 'parameter_unknown', 'color'],
    [
      'an expiry in ten minutes',
      { expires_at: Math.floor(Date.now() / 1000) + 600 },
      'parameter_invalid',
      'expires_at',
    ],
    [
      'an expiry in two days',
      { expires_at: Math.floor(Date.now() / 1000) + 172_800 },
      'parameter_invalid',
      'expires_at',
    ],
    ['an invalid URL', { success_url: 'somewhere' }, 'url_invalid', 'success_url'],
    ['an unsupported mode', { mode: 'setup' }, 'parameter_invalid_enum', 'mode'],
    ['an empty reference', { client_reference_id: '' }, 'parameter_invalid_empty', 'client_reference_id'],
    [
      'a line without a quantity',
      { line_items: [{ price_data: { currency: 'cad', unit_amount: 450, product_data: { name: 'Tea' } } }] },
      undefined,
      undefined,
    ],
    [
      'more than 20 recurring lines',
      {
        mode: 'subscription',
        submit_type: undefined,
        payment_intent_data: undefined,
        line_items: Array.from({ length: 21 }, () => ({ price_data: monthlyPrice('charity_6', 100), quantity: 1 })),
      },
      'parameter_invalid',
      'line_items',
    ],
    ['no lines', { line_items: undefined }, 'parameter_missing', 'line_items'],
    [
      'a price that is not a whole number',
      {
        line_items: [{ price_data: { currency: 'cad', unit_amount: 4.5, product_data: { name: 'Tea' } }, quantity: 1 }],
      },
      'parameter_invalid_integer',
      'line_items[0][price_data][unit_amount]',
    ],
    [
      'an unknown nested parameter',
      {
        line_items: [
          { price_data: { currency: 'cad', unit_amount: 450, size: 'XL', product_data: { name: 'Tea' } }, quantity: 1 },
        ],
      },
      'parameter_unknown',
      'line_items[0][price_data][size]',
    ],
    [
      'an amount below the minimum',
      {
        line_items: [{ price_data: { currency: 'cad', unit_amount: 10, product_data: { name: 'Tea' } }, quantity: 1 }],
      },
      'amount_too_small',
      undefined,
    ],
  ])('refuses %s', async (_name, changes, code, param) => {
    const refused = stripe.checkout.sessions.create({
      ...aDonation(),
      ...changes,
    } as Stripe.Checkout.SessionCreateParams);
    await expect(refused).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, code, param });
  });

  test('refuses a wrong key with 401', async () => {
    const stranger = new Stripe('sk_test_stranger', { host: '127.0.0.1', port: running.port, protocol: 'http' });
    await expect(stranger.checkout.sessions.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
  });

  test('accepts the key as the user name of Basic authentication', async () => {
    const authorization = `Basic ${Buffer.from(`${running.sandbox.config.secretKey}:`).toString('base64')}`;
    const response = await fetch(`${running.url}/v1/events`, { headers: { authorization } });
    expect(response.status).toBe(200);
  });

  test('names the line that lacks a quantity', async () => {
    const line = { price_data: { currency: 'cad', unit_amount: 450, product_data: { name: 'Tea' } } };
    const refused = stripe.checkout.sessions.create(aDonation({ line_items: [{ ...line, quantity: 1 }, line] }));
    await expect(refused).rejects.toThrow('Quantity is required. Add `quantity` to `line_items[1]`');
  });

  test('refuses another API version', async () => {
    const older = stripe.checkout.sessions.list({}, { apiVersion: '2019-2-19' });
    await expect(older).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      message: 'Invalid Stripe API version: 2019-2-19',
    });
  });

  test("refuses unknown paths in the API's error form", async () => {
    await expect(stripe.rawRequest('GET', '/v1/unicorns')).rejects.toMatchObject({
      statusCode: 404,
      type: 'StripeInvalidRequestError',
    });
    await expect(stripe.customers.create({})).rejects.toThrow('Unrecognized request URL (POST: /v1/customers).');
  });
});
