import { afterEach, describe, expect, test } from 'vitest';
import { readConfig, type Environment } from '#server/config/config.ts';
import { paypalEvents, portalContents, stripeApiVersion, stripeEvents } from '#server/payments/index.ts';
import { startOwnSandbox } from '#test/support/doctor/own-sandbox.ts';
import { startStandIn, type StandIn, type StandInAnswer } from '#test/support/doctor/stand-in.ts';
import { lineOf } from './finding.ts';
import { checkPayPal } from './paypal-checks.ts';
import { checkStripe } from './stripe-checks.ts';

const publicUrl = 'https://kindbite.org';
const webhook = `${publicUrl}/api/webhooks/stripe`;
const endpoint = { url: webhook, status: 'enabled', enabled_events: [...stripeEvents], api_version: stripeApiVersion };
const portal = { data: [{ metadata: { contents: portalContents } }] };

let standIn: StandIn | undefined;
afterEach(() => standIn?.close());

type Answers = Readonly<Record<string, StandInAnswer>>;

const configAt = (base: string, environment: Environment = {}) =>
  readConfig({
    PUBLIC_URL: publicUrl,
    STRIPE_SECRET_KEY: 'rk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: base,
    ...environment,
  });

async function linesOfStripe(answers: Answers, environment: Environment = {}): Promise<string[]> {
  const good: Answers = {
    '/v1/webhook_endpoints': { body: { data: [endpoint] } },
    '/v1/billing_portal/configurations': { body: portal },
  };
  standIn = await startStandIn((path) => ({ ...good, ...answers })[path]);
  const config = configAt(`http://127.0.0.1:${standIn.port}`, environment);
  return (await checkStripe({ ...config, stripe: config.stripe! })).map(lineOf);
}

const endpoints = (...data: object[]): Answers => ({ '/v1/webhook_endpoints': { body: { data } } });
const forbidden = (permission: string): StandInAnswer => ({
  status: 403,
  body: {
    error: {
      code: 'more_permissions_required',
      message: `Having the 'rak_${permission}' permission would allow this request to continue.`,
      type: 'invalid_request_error',
    },
  },
});

describe("the check of Stripe's account", () => {
  test('finds nothing wrong, and only reads', async () => {
    expect(await linesOfStripe({})).toEqual([
      'ok       Stripe key: a test key. No real money moves.',
      'ok       Stripe permissions: the key may read everything the product needs.',
      `ok       Stripe webhook: ${webhook} gets every event the product needs.`,
      'ok       Stripe customer portal: has our settings.',
      'ok       Clock, compared with Stripe: correct.',
    ]);
    expect(standIn?.calls.every((call) => call.startsWith('GET '))).toBe(true);
  });

  test("takes another product's portal settings for none of ours, which is no problem", async () => {
    const settings = { data: [{ metadata: {} }, { metadata: null }] };
    expect(await linesOfStripe({ '/v1/billing_portal/configurations': { body: settings } })).toContain(
      'ok       Stripe customer portal: gets our settings when the first donor replaces a card.',
    );
  });

  test.each<[string, Answers, Environment, string]>([
    [
      'a refused key',
      { '/v1/events': { status: 401, body: {} } },
      {},
      'problem  Stripe key: Stripe refuses it. Copy STRIPE_SECRET_KEY again from Developers > API keys.',
    ],
    [
      'a test key in production',
      {},
      { NODE_ENV: 'production' },
      'warning  Stripe key: a test key in production, so no donation is real. Set a live key when you go live.',
    ],
    [
      'a missing permission',
      { '/v1/invoices': forbidden('invoice_read') },
      {},
      `problem  Stripe permissions: The Stripe key lacks the permission "Invoices: Read", so monthly payments cannot be recorded. Edit the key on Stripe's page Developers > API keys.`,
    ],
    [
      'a missing permission for fees only',
      { '/v1/balance_transactions': forbidden('balance_transaction_source_read') },
      {},
      `warning  Stripe permissions: The Stripe key lacks the permission "Balance Transaction Sources: Read", so processing fees are not booked. Edit the key on Stripe's page Developers > API keys.`,
    ],
    [
      'a permission that cannot be checked',
      { '/v1/disputes': { status: 503, body: {} } },
      {},
      'problem  Stripe permissions: "Disputes" could not be checked (status 503). Run this again later.',
    ],
    [
      'no webhook endpoint',
      endpoints({ ...endpoint, url: 'https://other.org/api/webhooks/stripe' }),
      {},
      `problem  Stripe webhook: Stripe has no endpoint for ${webhook}. Add it under Developers > Webhooks (docs/going-live.md).`,
    ],
    [
      'a disabled webhook endpoint',
      endpoints({ ...endpoint, status: 'disabled' }),
      {},
      `problem  Stripe webhook: the endpoint for ${webhook} is disabled. Enable it under Developers > Webhooks.`,
    ],
    [
      'missing events',
      endpoints({ ...endpoint, enabled_events: stripeEvents.slice(2) }),
      {},
      'problem  Stripe webhook: the endpoint does not send checkout.session.completed, checkout.session.async_payment_succeeded. Add them to it.',
    ],
    [
      'another API version',
      endpoints({ ...endpoint, api_version: '2020-08-27' }),
      {},
      `warning  Stripe webhook: the endpoint sends events in 2020-08-27, and the product reads ${stripeApiVersion}. Create the endpoint again with that version.`,
    ],
    [
      'unreadable portal settings',
      { '/v1/billing_portal/configurations': { body: { odd: true } } },
      {},
      'problem  Stripe customer portal: its settings cannot be read (status 200).',
    ],
    [
      'a fast clock',
      { '/v1/events': { body: { data: [] }, headers: { date: new Date(Date.now() - 3_600_000).toUTCString() } } },
      {},
      'problem  Clock, compared with Stripe: 3600 seconds fast. Synchronize it, for example with chrony or systemd-timesyncd.',
    ],
  ])('finds %s', async (_fault, answers, environment, line) => {
    const lines = (await linesOfStripe(answers, environment)).map((found) =>
      found.replace(/360\d seconds/, '3600 seconds'),
    );
    expect(lines).toContain(line);
    expect(lines.filter((found) => !found.startsWith('ok'))).toEqual([line]);
  });

  test('finds that nothing answers', async () => {
    standIn = await startStandIn(() => undefined);
    const config = configAt(`http://127.0.0.1:${standIn.port}`);
    await standIn.close();
    standIn = undefined;
    expect((await checkStripe({ ...config, stripe: config.stripe! })).map(lineOf)).toEqual([
      "problem  Stripe: cannot be reached (ECONNREFUSED). Check this machine's network, DNS and firewall.",
    ]);
  });
});

const paypalWebhook = `${publicUrl}/api/webhooks/paypal`;
const paypalKeys = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH-1' };

async function linesOfPayPal(answers: Answers): Promise<string[]> {
  const good: Answers = {
    '/v1/oauth2/token': { body: { access_token: 'token' } },
    '/v1/notifications/webhooks/WH-1': {
      body: { url: paypalWebhook, event_types: paypalEvents.map((name) => ({ name })) },
    },
    '/v1/reporting/transactions': { body: {} },
  };
  standIn = await startStandIn((path) => ({ ...good, ...answers })[path]);
  const base = `http://127.0.0.1:${standIn.port}`;
  return (await checkPayPal(configAt(base, { ...paypalKeys, PAYPAL_API_BASE: base }))).map(lineOf);
}

describe("the check of PayPal's app", () => {
  test('finds nothing wrong, and only reads', async () => {
    expect(await linesOfPayPal({})).toEqual([
      'ok       PayPal keys: for test accounts. No real money moves.',
      `ok       PayPal webhook: ${paypalWebhook} gets every event the product needs.`,
      'ok       PayPal transaction search: may be used.',
      'ok       PayPal customer disputes: may be used.',
      'ok       Clock, compared with PayPal: correct.',
    ]);
    expect(standIn?.calls.filter((call) => !call.startsWith('GET '))).toEqual(['POST /v1/oauth2/token']);
  });

  test.each<[string, Answers, string]>([
    [
      'refused keys',
      { '/v1/oauth2/token': { status: 401, body: { error: 'invalid_client' } } },
      'problem  PayPal keys: PayPal refuses them (status 401). Copy PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET again from the app on developer.paypal.com.',
    ],
    [
      'an unknown webhook id',
      { '/v1/notifications/webhooks/WH-1': { status: 404, body: {} } },
      `problem  PayPal webhook: PayPal does not know PAYPAL_WEBHOOK_ID. Add a webhook for ${paypalWebhook} to the app, and set PAYPAL_WEBHOOK_ID to its id.`,
    ],
    [
      "another site's webhook",
      { '/v1/notifications/webhooks/WH-1': { body: { url: 'https://other.org/hook', event_types: [{ name: '*' }] } } },
      `problem  PayPal webhook: PAYPAL_WEBHOOK_ID belongs to https://other.org/hook. Set it to the id of the webhook for ${paypalWebhook}.`,
    ],
    [
      'missing events',
      {
        '/v1/notifications/webhooks/WH-1': {
          body: { url: paypalWebhook, event_types: paypalEvents.slice(1).map((name) => ({ name })) },
        },
      },
      'problem  PayPal webhook: it does not send CHECKOUT.ORDER.APPROVED. Add them to it on developer.paypal.com.',
    ],
    [
      'an app without Transaction search',
      { '/v1/reporting/transactions': { status: 403, body: { name: 'NOT_AUTHORIZED' } } },
      `warning  PayPal transaction search: The PayPal app lacks the feature "Transaction search", so PayPal's processing fees are not booked, and a restore finds only the last 30 days of PayPal's payments and refunds. Enable it for the app on developer.paypal.com; PayPal may take up to nine hours to apply it.`,
    ],
    [
      'a report that is refused for another reason',
      { '/v1/reporting/transactions': { status: 400, body: { name: 'INVALID_REQUEST' } } },
      'problem  PayPal transaction search: could not be checked (status 400). Run this again later.',
    ],
    [
      'an app without access to disputes',
      { '/v1/customer/disputes': { status: 403, body: { name: 'NOT_AUTHORIZED' } } },
      `warning  PayPal customer disputes: The PayPal app lacks the feature "Customer disputes", so PayPal's disputes are not booked. Enable it for the app on developer.paypal.com; PayPal may take up to nine hours to apply it.`,
    ],
  ])('finds %s', async (_fault, answers, line) => {
    expect((await linesOfPayPal(answers)).filter((found) => !found.startsWith('ok'))).toEqual([line]);
  });

  test('says so when PayPal is not offered', async () => {
    expect((await checkPayPal(configAt('http://127.0.0.1:9'))).map(lineOf)).toEqual([
      'ok       PayPal: is not offered. Set PAYPAL_CLIENT_ID and its companions to offer it.',
    ]);
  });
});

describe('the check against the payment sandbox', () => {
  test.each([
    ['transaction_search', 'PayPal transaction search'],
    ['customer_disputes', 'PayPal customer disputes'],
  ])('finds the missing feature %s of the PayPal app, and nothing else', async (feature, subject) => {
    const paypal = { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1', webhookUrl: paypalWebhook };
    const { running, control } = await startOwnSandbox({ secretKey: 'sk_test_doctor', paypal });
    const config = configAt(running.url, { ...paypalKeys, PAYPAL_API_BASE: running.url, PAYMENT_SANDBOX: 'on' });
    const levels = async () => (await checkPayPal(config)).filter(({ level }) => level !== 'ok');
    expect(await levels()).toEqual([]);
    await control.takePermission(feature);
    expect(await levels()).toMatchObject([{ level: 'warning', subject }]);
    await running.close();
  });

  test.each(['charge_read', 'dispute_read', 'event_read', 'invoice_read', 'checkout_session_read'])(
    'finds the missing permission %s',
    async (permission) => {
      const { running, control } = await startOwnSandbox({
        secretKey: 'sk_test_doctor',
        webhook: { url: webhook, secret: 'whsec_1' },
      });
      await control.takePermission(permission);
      const config = configAt(running.url, { STRIPE_SECRET_KEY: 'sk_test_doctor', PAYMENT_SANDBOX: 'on' });
      const findings = await checkStripe({ ...config, stripe: config.stripe! });
      await running.close();
      const problems = findings.filter(({ level }) => level === 'problem');
      expect(problems.map(({ subject }) => subject)).toEqual(['Stripe permissions']);
    },
  );
});
