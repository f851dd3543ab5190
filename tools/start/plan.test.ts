import { expect, test } from 'vitest';
import { parseConfig } from '#server/config/config.ts';
import { listenersOf, planStart } from './plan.ts';
import { summarize } from './summary.ts';

const keys = {
  secretKey: 'sk_test_sandbox_1',
  webhookSecret: 'whsec_1',
  paypal: { clientId: 'sandbox_client_1', clientSecret: 'sandbox_secret_1', webhookId: 'WH-SANDBOX-1' },
};

test('the product reaches the sandbox through the variables of a real provider', () => {
  const plan = planStart(parseConfig({ PORT: '4000' }), keys, { LANG: 'C' });
  expect(plan.product.environment).toMatchObject({
    LANG: 'C',
    STRIPE_SECRET_KEY: 'sk_test_sandbox_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: 'http://127.0.0.1:4001',
    PAYPAL_CLIENT_ID: 'sandbox_client_1',
    PAYPAL_CLIENT_SECRET: 'sandbox_secret_1',
    PAYPAL_WEBHOOK_ID: 'WH-SANDBOX-1',
    PAYPAL_API_BASE: 'http://127.0.0.1:4001',
    PAYPAL_WEB_SDK_URL: 'http://localhost:4001',
    PAYMENT_SANDBOX: 'on',
  });
  expect(plan.sandbox?.environment).toMatchObject({
    SANDBOX_PORT: '4001',
    SANDBOX_PUBLIC_URL: 'http://localhost:4001',
    SANDBOX_STRIPE_SECRET_KEY: 'sk_test_sandbox_1',
    SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:4000/api/webhooks/stripe',
    SANDBOX_WEBHOOK_SECRET: 'whsec_1',
    SANDBOX_PAYPAL_CLIENT_ID: 'sandbox_client_1',
    SANDBOX_PAYPAL_CLIENT_SECRET: 'sandbox_secret_1',
    SANDBOX_PAYPAL_WEBHOOK_ID: 'WH-SANDBOX-1',
    SANDBOX_PAYPAL_WEBHOOK_URL: 'http://127.0.0.1:4000/api/webhooks/paypal',
  });
});

test('the product accepts the configuration from the start', () => {
  const config = parseConfig({ PORT: '4000', DATABASE_URL: 'postgres://me:secret@db.example:5432/gifts' });
  const { environment } = planStart(config, keys, { PORT: '4000' }).product;
  expect(parseConfig(environment)).toMatchObject({
    port: 4000,
    sandbox: config.sandbox,
    stripe: { secretKey: keys.secretKey },
    paypal: { clientId: keys.paypal.clientId, isLive: false },
  });
});

test('the time limit factor gives each process more time to start', () => {
  const { product, sandbox } = planStart(parseConfig({ TIME_LIMIT_FACTOR: '20' }), keys, {});
  expect([product.timeLimitFactor, sandbox?.timeLimitFactor]).toEqual([20, 20]);
});

test('with provider keys there is no sandbox', () => {
  const environment = { STRIPE_SECRET_KEY: 'sk_test_real', STRIPE_WEBHOOK_SECRET: 'whsec_real' };
  const config = parseConfig(environment);
  expect(listenersOf(config).map((listener) => listener.port)).toEqual([3000]);
  expect(planStart(config, undefined, environment)).toMatchObject({
    sandbox: undefined,
    product: { environment: { STRIPE_SECRET_KEY: 'sk_test_real' } },
  });
});

test('the summary lists settings that are not ready for real donors', () => {
  const summary = summarize(parseConfig({ PUBLIC_URL: 'https://try.kindbite.org', TRUST_PROXY: 'loopback' }), '1.2 s');
  expect(summary).toContain('Not ready for real donors:\n\n  CONTACT_EMAIL is missing or an example: set it to');
  expect(summarize(parseConfig({}), '1.2 s')).not.toContain('Not ready');
});

test('the summary says how to open the pages for the operator in production', () => {
  const production = { NODE_ENV: 'production', PAYMENT_SANDBOX: 'on' };
  const closed = summarize(parseConfig(production), '1.2 s');
  expect(closed).toContain(
    'http://localhost:3001/_sandbox (test mode: no real money moves; closed: OPERATOR_TOKEN is not set)',
  );
  expect(closed).toContain('http://localhost:3000/dev/mail (closed: OPERATOR_TOKEN is not set)\n');
  const open = summarize(parseConfig({ ...production, OPERATOR_TOKEN: 'operator-0123456789' }), '1.2 s');
  expect(open).toContain('http://localhost:3000/dev/mail (needs OPERATOR_TOKEN)\n');
  expect(open).not.toContain('operator-0123456789');
});

test('the summary names addresses and test card, and no password', () => {
  const summary = summarize(parseConfig({ DATABASE_URL: 'postgres://me:secret@db.example:5432/gifts' }), '1.2 s');
  expect(summary).toContain('http://localhost:3000\n');
  expect(summary).toContain('http://localhost:3001/_sandbox');
  expect(summary).toContain('http://localhost:3000/dev/mail\n');
  expect(summary).toContain('4242 4242 4242 4242');
  expect(summary).toContain('PostgreSQL at db.example:5432/gifts');
  expect(summary).not.toContain('secret');
});
