import { afterEach, describe, expect, test } from 'vitest';
import type { Environment } from '#server/config/config.ts';
import { portalContents, stripeApiVersion, stripeEvents } from '#server/payments/index.ts';
import { startOwnSandbox, type OwnSandbox } from '#test/support/doctor/own-sandbox.ts';
import { configAt, publicUrl } from '#test/support/doctor/config-at.ts';
import { startStandIn, type StandIn, type StandInResponse } from '#test/support/doctor/stand-in.ts';
import { lineOf } from '../finding.ts';
import { checkStripe } from './stripe-checks.ts';

const webhook = `${publicUrl}/api/webhooks/stripe`;
const endpoint = {
  url: webhook,
  status: 'enabled',
  enabled_events: [...stripeEvents],
  api_version: stripeApiVersion(),
};
const portal = { data: [{ metadata: { contents: portalContents } }] };

let standIn: StandIn | undefined;
afterEach(() => standIn?.close());

type Responses = Readonly<Record<string, StandInResponse>>;

async function linesOfStripe(responses: Responses, environment: Environment = {}): Promise<string[]> {
  const good: Responses = {
    '/v1/webhook_endpoints': { body: { data: [endpoint] } },
    '/v1/billing_portal/configurations': { body: portal },
  };
  const all = { ...good, ...responses };
  standIn = await startStandIn((path, method) => all[`${method} ${path}`] ?? all[path]);
  const config = configAt(`http://127.0.0.1:${standIn.port}`, environment);
  return (await checkStripe({ ...config, stripe: config.stripe! })).map(lineOf);
}

const now = Math.floor(Date.now() / 1000);
const events = (...data: object[]): StandInResponse => ({ body: { data } });
const message = (pending: number, changes: object = {}): object => ({
  type: 'checkout.session.completed',
  created: now - 600,
  pending_webhooks: pending,
  ...changes,
});
const endpoints = (...data: object[]): Responses => ({ '/v1/webhook_endpoints': { body: { data } } });
const forbidden = (permission: string): StandInResponse => ({
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
  test('finds nothing wrong, and names the settings that only a person can check', async () => {
    expect(await linesOfStripe({ '/v1/events': events(message(0)) })).toEqual([
      'ok       Stripe key: a test key. No real money moves.',
      'ok       Stripe permissions: the key has all that the product needs.',
      `ok       Stripe webhook: ${webhook} gets every event the product needs.`,
      "ok       Stripe webhook secret: Stripe's latest message was accepted.",
      'ok       Stripe customer portal: has our settings.',
      'unknown  Stripe failed payments: only the Dashboard shows these settings. Compare Settings > Billing > Revenue recovery with docs/going-live.md.',
      'ok       Clock, compared with Stripe: correct.',
    ]);
  });

  test.each([
    ['there is no message', events()],
    ['no message is one of ours', events(message(1, { type: 'payout.paid' }))],
    ['the only one may still be on its way', events(message(1, { created: now - 10 }))],
  ])('does not know whether the secret is right while %s', async (_state, response) => {
    expect(await linesOfStripe({ '/v1/events': response })).toContain(
      'unknown  Stripe webhook secret: only a payment shows whether it belongs to this endpoint. Run this again a few minutes after the first one.',
    );
  });

  test("does not take another product's portal settings for ours, and reports no problem", async () => {
    const settings = { data: [{ metadata: {} }, { metadata: null }] };
    expect(await linesOfStripe({ '/v1/billing_portal/configurations': { body: settings } })).toContain(
      'ok       Stripe customer portal: gets our settings when the first donor replaces a card.',
    );
  });

  test.each<[string, Responses, Environment, string]>([
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
      `problem  Stripe permissions: The Stripe key lacks the permission "Invoices: Write", so monthly payments cannot be recorded, nor stopped when a charity is retired. Edit the key on Stripe's page Developers > API keys.`,
    ],
    [
      'a missing permission for fees only',
      { '/v1/balance_transactions': forbidden('balance_transaction_source_read') },
      {},
      `warning  Stripe permissions: The Stripe key lacks the permission "Balance Transaction Sources: Read", so processing fees are not booked. Edit the key on Stripe's page Developers > API keys.`,
    ],
    [
      'a key that can read but not write',
      { 'POST /v1/refunds': forbidden('charge_write') },
      {},
      `problem  Stripe permissions: The Stripe key lacks the permission "Charges and Refunds: Write", so no refund can be made or found, and processing fees are not booked. Edit the key on Stripe's page Developers > API keys.`,
    ],
    [
      'a message that Stripe could not deliver',
      { '/v1/events': events(message(1), message(0)) },
      {},
      'problem  Stripe webhook secret: Stripe could not deliver its latest message. Copy STRIPE_WEBHOOK_SECRET again from this endpoint, and look at its attempts under Developers > Webhooks.',
    ],
    [
      'another server in place of Stripe',
      { '/v1/events': { status: 404, body: {} } },
      {},
      'problem  Stripe: STRIPE does not respond like Stripe (status 404). Remove STRIPE_API_BASE.',
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
      'problem  Stripe webhook: the endpoint does not send checkout.session.completed, checkout.session.async_payment_succeeded. Add these events to it.',
    ],
    [
      'another API version',
      endpoints({ ...endpoint, api_version: '2020-08-27' }),
      {},
      `warning  Stripe webhook: the endpoint sends events in 2020-08-27, and the product reads ${stripeApiVersion()}. Create the endpoint again with that version.`,
    ],
    [
      'unreadable portal settings',
      { '/v1/billing_portal/configurations': { body: { odd: true } } },
      {},
      'problem  Stripe customer portal: its settings cannot be read (status 200). Run this again later.',
    ],
    [
      'a fast clock',
      { '/v1/events': { body: { data: [] }, headers: { date: new Date(Date.now() - 3_600_000).toUTCString() } } },
      {},
      'problem  Clock, compared with Stripe: 3600 seconds fast. Synchronize it, for example with chrony or systemd-timesyncd.',
    ],
  ])('finds %s', async (_fault, responses, environment, line) => {
    const lines = (await linesOfStripe(responses, environment)).map((found) =>
      found.replace(/360\d seconds/, '3600 seconds').replace(/http:\/\/127\.0\.0\.1:\d+/, 'STRIPE'),
    );
    expect(lines.filter((found) => !/^(ok|unknown) /.test(found))).toEqual([line]);
  });

  test('finds that nothing responds', async () => {
    standIn = await startStandIn(() => undefined);
    const config = configAt(`http://127.0.0.1:${standIn.port}`);
    await standIn.close();
    standIn = undefined;
    expect((await checkStripe({ ...config, stripe: config.stripe! })).map(lineOf)).toEqual([
      "problem  Stripe: cannot be reached (ECONNREFUSED). Check this machine's network, DNS and firewall.",
    ]);
  });
});

describe('the check against the payment sandbox', () => {
  const secretKey = 'sk_test_doctor';

  /** Runs the doctor on a sandbox after `prepare`, and expects that its calls add no object or event. Returns its findings. */
  async function examineSandbox(prepare: (sandbox: OwnSandbox) => Promise<unknown>, url = webhook) {
    const own = await startOwnSandbox({ secretKey, webhook: { url, secret: 'whsec_1' } });
    await prepare(own);
    const { store } = own.running.sandbox;
    const sizes = () => [store.events, store.checkoutSessions, store.products].map((all) => [...all.values()].length);
    const before = sizes();
    const config = configAt(own.running.url, { STRIPE_SECRET_KEY: secretKey, PAYMENT_SANDBOX: 'on' });
    const findings = await checkStripe({ ...config, stripe: config.stripe! });
    expect(sizes()).toEqual(before);
    await own.running.close();
    return findings;
  }

  test.each([
    'charge_read',
    'dispute_read',
    'event_read',
    'invoice_read',
    'invoice_write',
    'checkout_session_read',
    'checkout_session_write',
    'charge_write',
    'subscription_write',
    'product_write',
    'customer_portal_write',
  ])('finds the missing permission %s, and changes nothing', async (permission) => {
    const findings = await examineSandbox(({ control }) => control.takePermission(permission));
    const problems = findings.filter(({ level }) => level === 'problem');
    expect(problems.map(({ subject }) => subject)).toEqual(['Stripe permissions']);
  });

  test.each([
    [200, 'ok'],
    [400, 'problem'],
  ])('reads from the response %d to the latest message that the secret is: %s', async (status, level) => {
    const receiver = await startStandIn(() => ({ status, body: {} }));
    const findings = await examineSandbox((own) => own.pay(), `http://127.0.0.1:${receiver.port}/api/webhooks/stripe`);
    await receiver.close();
    expect(findings.find(({ subject }) => subject === 'Stripe webhook secret')?.level).toBe(level);
  });
});
