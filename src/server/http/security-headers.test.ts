import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig, readConfig, type Environment } from '#server/config/config.ts';
import { checkoutPath } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { contentSecurityPolicy, paypalPageHeaders, securityHeaders } from './security-headers.ts';

const onPlainHttp = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; " +
    "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const responses = {
  'a response': { url: '/api/snacks' },
  'a refusal': { method: 'POST', url: checkoutPath, payload: {}, headers: { origin: ownOrigin } },
  'a foreign origin': { method: 'POST', url: checkoutPath, payload: {} },
  'an unknown address': { url: '/api/unknown' },
  'an unreadable address': { url: '/%zz' },
  'a body that is too large': {
    method: 'POST',
    url: checkoutPath,
    payload: 'x'.repeat(70_000),
    headers: { origin: ownOrigin },
  },
  'a webhook': { method: 'POST', url: '/api/webhooks/stripe', payload: '{}' },
} as const;

forEachDatabase((engine) => {
  describe('every response', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterAll(() => app.close());

    test.each(Object.entries(responses))(
      'carries the security headers and a request id: %s',
      async (_what, request) => {
        const { headers } = await app.server.inject(request);
        expect(headers).toMatchObject(onPlainHttp);
        expect(headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
        expect(headers['strict-transport-security']).toBeUndefined();
        expect(headers['x-powered-by']).toBeUndefined();
        expect(headers['server']).toBeUndefined();
      },
    );

    test('has a new request id that is also in the log, even if the caller sends one', async () => {
      app.logged.length = 0;
      const request = { url: '/api/snacks', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } };
      const ids = [await app.server.inject(request), await app.server.inject(request)].map(
        ({ headers }) => headers['x-request-id'],
      );
      expect(new Set(ids).size).toBe(2);
      expect(ids).not.toContain('mine');
      expect(app.logged.map(({ reqId }) => reqId)).toEqual(ids);
    });

    test('is one log line with method, route, status and time, and no query string', async () => {
      app.logged.length = 0;
      await app.server.inject({
        url: '/api/donations/don_secret/receipt?token=secret',
        headers: { cookie: 'session=secret' },
      });
      expect(app.logged).toMatchObject([
        { level: 30, method: 'GET', route: '/api/donations/:id/receipt', status: 404, msg: 'request' },
      ]);
      expect(JSON.stringify(app.logged)).not.toContain('secret');
    });
  });
});

describe('on an https address', () => {
  const config = parseConfig({ PUBLIC_URL: 'https://give.example' });

  test('browsers are told to stay on https', () => {
    const headers = securityHeaders(config);
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(headers['content-security-policy']).toMatch(/; upgrade-insecure-requests$/);
  });

  test('inline style sheets are allowed by their hashes only', () => {
    const policy = contentSecurityPolicy(config, ['sha256-abc=', 'sha256-def=']);
    expect(policy).toContain("style-src 'self' 'sha256-abc=' 'sha256-def=';");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
  });
});

describe('analytics', () => {
  const policyFor = (env: Record<string, string>): string =>
    securityHeaders(parseConfig(env))['content-security-policy'] ?? '';

  test('are not in the policy without an id', () => {
    expect(policyFor({})).not.toContain('google');
  });

  test('are allowed by the policy with an id, for their own hosts only', () => {
    const hosts = 'https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com';
    const policy = policyFor({ ANALYTICS_ID: 'G-1' });
    expect(policy).toContain("script-src 'self' https://www.googletagmanager.com;");
    expect(policy).toContain(`connect-src 'self' ${hosts};`);
    expect(policy).toContain(`img-src 'self' data: ${hosts};`);
    expect(policy).toContain("default-src 'self';");
  });
});

describe('the page with PayPal’s script', () => {
  const keys = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'hook' };
  const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const sandboxed = { ...keys, PAYMENT_SANDBOX: 'on', PAYPAL_API_BASE: 'http://localhost:3001' };
  const headersOf = (environment: Environment) => paypalPageHeaders(readConfig(environment));

  test('may load and call the payment sandbox, and nothing else', () => {
    expect(headersOf(sandboxed)).toEqual({
      'content-security-policy':
        "default-src 'self'; script-src 'self' http://localhost:3001; " +
        "style-src 'self' 'unsafe-inline' http://localhost:3001; img-src 'self' data: http://localhost:3001; " +
        "font-src 'self' http://localhost:3001; connect-src 'self' http://localhost:3001; " +
        "frame-src http://localhost:3001; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self), usb=()',
    });
  });

  test('may load and call PayPal, without inline scripts', () => {
    const policy = headersOf({ ...live, ...keys, PUBLIC_URL: 'https://give.example' })?.['content-security-policy'];
    const hosts = 'https://*.paypal.com https://*.paypalobjects.com';
    expect(policy?.split('; ').filter((directive) => directive.includes('paypal'))).toEqual([
      `script-src 'self' ${hosts}`,
      `style-src 'self' 'unsafe-inline' ${hosts}`,
      `img-src 'self' data: ${hosts}`,
      `font-src 'self' ${hosts}`,
      `connect-src 'self' ${hosts}`,
      `frame-src ${hosts}`,
    ]);
    expect(policy).toMatch(/; upgrade-insecure-requests$/);
  });

  test('has no special headers if PayPal is not offered', () => {
    expect(headersOf({ PAYMENT_SANDBOX: 'on' })).toBeUndefined();
  });
});
