import { afterEach, describe, expect, test } from 'vitest';
import { paypalEvents } from '#server/payments/index.ts';
import { configAt, publicUrl } from '#test/support/doctor/config-at.ts';
import { startStandIn, type StandIn, type StandInResponse } from '#test/support/doctor/stand-in.ts';
import { lineOf } from './finding.ts';
import { checkPayPal } from './paypal-checks.ts';

let standIn: StandIn | undefined;
afterEach(() => standIn?.close());

type Responses = Readonly<Record<string, StandInResponse>>;

const paypalWebhook = `${publicUrl}/api/webhooks/paypal`;
const paypalKeys = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH-1' };

async function linesOfPayPal(responses: Responses): Promise<string[]> {
  const good: Responses = {
    '/v1/oauth2/token': { body: { access_token: 'token' } },
    '/v1/notifications/webhooks/WH-1': {
      body: { url: paypalWebhook, event_types: paypalEvents.map((name) => ({ name })) },
    },
    '/v1/reporting/transactions': { body: {} },
    '/v1/reporting/balances': { body: {} },
  };
  standIn = await startStandIn((path) => ({ ...good, ...responses })[path]);
  const base = `http://127.0.0.1:${standIn.port}`;
  return (await checkPayPal(configAt(base, { ...paypalKeys, PAYPAL_API_BASE: base }))).map(lineOf);
}

describe("the check of PayPal's app", () => {
  test('finds nothing wrong, and only reads', async () => {
    expect(await linesOfPayPal({})).toEqual([
      'ok       PayPal keys: for test accounts. No real money moves.',
      `ok       PayPal webhook: ${paypalWebhook} gets every event the product needs.`,
      'ok       PayPal transaction search: can be used.',
      'ok       PayPal balances: can be used.',
      'ok       PayPal customer disputes: can be used.',
      'ok       Clock, compared with PayPal: correct.',
    ]);
    expect(standIn?.calls.filter((call) => !call.startsWith('GET '))).toEqual(['POST /v1/oauth2/token']);
  });

  test.each<[string, Responses, string]>([
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
      'problem  PayPal webhook: it does not send CHECKOUT.ORDER.APPROVED. Add these events on developer.paypal.com.',
    ],
    [
      'an app without Transaction search',
      { '/v1/reporting/transactions': { status: 403, body: { name: 'NOT_AUTHORIZED' } } },
      `warning  PayPal transaction search: The PayPal app lacks the feature "Transaction search", so PayPal's processing fees and payouts to the bank are not booked, its balance is not compared with the ledger, and a restore finds only the last 30 days of PayPal's payments and refunds. Enable it for the app on developer.paypal.com; PayPal may take up to nine hours to apply it.`,
    ],
    [
      'an app that cannot read balances',
      { '/v1/reporting/balances': { status: 403, body: { name: 'NOT_AUTHORIZED' } } },
      `warning  PayPal balances: The PayPal app lacks the feature "Transaction search", so PayPal's balance is not compared with the ledger. Enable it for the app on developer.paypal.com; PayPal may take up to nine hours to apply it.`,
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
  ])('finds %s', async (_fault, responses, line) => {
    expect((await linesOfPayPal(responses)).filter((found) => !found.startsWith('ok'))).toEqual([line]);
  });

  test('reports when PayPal is not offered', async () => {
    expect((await checkPayPal(configAt('http://127.0.0.1:9'))).map(lineOf)).toEqual([
      'ok       PayPal: is not offered. Set PAYPAL_CLIENT_ID and the other PAYPAL variables to offer it.',
    ]);
  });
});
