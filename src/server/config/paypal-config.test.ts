import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig, readConfig, type Environment } from './config.ts';

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const keys = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH-1' };
const paypalOf = (env: Environment) => parseConfig({ ...stripe, ...env }).paypal;

describe('PayPal', () => {
  test('is off without keys', () => {
    expect(paypalOf({})).toBeUndefined();
    expect(paypalOf({ PAYPAL_API_BASE: 'http://127.0.0.1:3001' })).toBeUndefined();
  });

  test('moves real money without PAYPAL_API_BASE', () => {
    expect(readConfig({ ...stripe, ...keys, STRIPE_SECRET_KEY: 'sk_live_1' }).paypal).toEqual({
      clientId: 'client',
      clientSecret: 'secret',
      webhookId: 'WH-1',
      apiBase: undefined,
      webSdkUrl: 'https://www.paypal.com',
      isLive: true,
    });
  });

  test.each<[string, boolean, string]>([
    ['https://api-m.paypal.com', true, 'https://www.paypal.com'],
    ['https://api-m.sandbox.paypal.com', false, 'https://www.sandbox.paypal.com'],
    ['http://127.0.0.1:3001', false, 'http://127.0.0.1:3001'],
  ])('at %s is live: %s, and its script comes from %s', (apiBase, isLive, webSdkUrl) => {
    const STRIPE_SECRET_KEY = isLive ? 'sk_live_1' : 'sk_test_1';
    const env = { ...stripe, ...keys, STRIPE_SECRET_KEY, PAYPAL_API_BASE: apiBase };
    expect(readConfig(env).paypal).toMatchObject({ isLive, webSdkUrl });
  });

  test('loads its script from PAYPAL_WEB_SDK_URL, without a trailing slash', () => {
    const env = { ...keys, PAYPAL_API_BASE: 'http://127.0.0.1:1', PAYPAL_WEB_SDK_URL: 'http://localhost:3001/' };
    expect(paypalOf(env)?.webSdkUrl).toBe('http://localhost:3001');
  });

  const half =
    'PayPal is half configured: PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID must be set together.';
  const live =
    "PayPal's live address cannot be used with the payment sandbox: set PAYPAL_API_BASE to a test address, or remove PayPal's keys.";
  test.each<[Environment, string]>([
    [{ PAYPAL_CLIENT_ID: 'client' }, half],
    [{ PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret' }, half],
    [{ PAYPAL_WEBHOOK_ID: 'WH-1' }, half],
    [{ ...keys, PAYPAL_CLIENT_SECRET: ' ' }, half],
    [
      { ...keys, PAYPAL_API_BASE: 'api-m.paypal.com' },
      'PAYPAL_API_BASE must be an address that begins with http:// or https://.',
    ],
    [
      { ...keys, PAYPAL_WEB_SDK_URL: 'javascript:alert(1)' },
      'PAYPAL_WEB_SDK_URL must be an address that begins with http:// or https://.',
    ],
    [{ ...keys, PAYMENT_SANDBOX: 'on' }, live],
    [{ ...keys, PAYMENT_SANDBOX: 'on', PAYPAL_API_BASE: 'https://api-m.paypal.com' }, live],
  ])('configured as %j keeps the product from starting', (env, sentence) => {
    expect(() => paypalOf(env)).toThrow(new ConfigError(sentence));
  });
});
