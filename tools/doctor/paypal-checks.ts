import * as z from 'zod/mini';
import type { Config, PayPalConfig } from '#server/config/config.ts';
import { paypalEvents } from '#server/payments/index.ts';
import { describeMissing, paypalPermissions, type ProviderPermission } from '#server/ports/permissions.ts';
import { checkClock } from './clock-check.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { callHttp, jsonOf, type HttpResponse } from './http-call.ts';

/** Checks PayPal's keys, the webhook and the features of the app. Only reads. */
export async function checkPayPal(config: Config): Promise<Finding[]> {
  const { paypal } = config;
  if (!paypal)
    return [ok('PayPal', 'is not offered. Set PAYPAL_CLIENT_ID and the other PAYPAL variables to offer it.')];
  const response = await callHttp(`${apiOrigin(paypal)}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${paypal.clientId}:${paypal.clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  if (response.code === 'unreachable') {
    const advice = config.sandbox
      ? 'Start the product with npm start, and run this in another terminal.'
      : "Check this machine's network, DNS and firewall.";
    return [problem('PayPal', `cannot be reached (${response.reason}). ${advice}`)];
  }
  const { data: token } = tokenSchema.safeParse(jsonOf(response.text));
  if (response.status !== 200 || !token) {
    const advice = 'Copy PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET again from the app on developer.paypal.com.';
    return [problem('PayPal keys', `PayPal refuses them (status ${response.status}). ${advice}`)];
  }
  const read: Read = (path) =>
    callHttp(`${apiOrigin(paypal)}${path}`, { headers: { authorization: `Bearer ${token.access_token}` } });
  return [
    ok('PayPal keys', modeOf(config, paypal)),
    ...(await checkWebhook(config, paypal, read)),
    ...(await checkSearch(read)),
    ...(await checkBalances(read)),
    ...(await checkDisputes(read)),
    ...checkClock('PayPal', response),
  ];
}

const tokenSchema = z.object({ access_token: z.string().check(z.minLength(1)) });

const apiOrigin = ({ apiBase }: PayPalConfig): string => (apiBase ?? new URL('https://api-m.paypal.com')).origin;

const modeOf = ({ sandbox }: Config, { isLive }: PayPalConfig): string => {
  if (sandbox) return 'the payment sandbox. No real money moves.';
  return isLive ? 'live. Real money moves.' : 'for test accounts. No real money moves.';
};

const webhookSchema = z.object({ url: z.string(), event_types: z.array(z.object({ name: z.string() })) });

async function checkWebhook(config: Config, { webhookId }: PayPalConfig, read: Read): Promise<Finding[]> {
  const subject = 'PayPal webhook';
  const response = await read(`/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`);
  const path = '/api/webhooks/paypal';
  const url = `${config.publicUrl}${path}`;
  if (response.code === 'unreachable')
    return [problem(subject, `could not be read (${response.reason}). Run this again later.`)];
  if (response.status === 404) {
    const advice = `Add a webhook for ${url} to the app, and set PAYPAL_WEBHOOK_ID to its id.`;
    return [problem(subject, `PayPal does not know PAYPAL_WEBHOOK_ID. ${advice}`)];
  }
  const { data: webhook } = webhookSchema.safeParse(jsonOf(response.text));
  if (!webhook) return [problem(subject, `could not be read (status ${response.status}). Run this again later.`)];
  if (config.sandbox ? !webhook.url.endsWith(path) : webhook.url !== url) {
    return [
      problem(subject, `PAYPAL_WEBHOOK_ID belongs to ${webhook.url}. Set it to the id of the webhook for ${url}.`),
    ];
  }
  const sent = new Set(webhook.event_types.map(({ name }) => name));
  const missing = sent.has('*') ? [] : paypalEvents.filter((event) => !sent.has(event));
  return missing.length > 0
    ? [problem(subject, `it does not send ${missing.join(', ')}. Add these events on developer.paypal.com.`)]
    : [ok(subject, `${webhook.url} gets every event the product needs.`)];
}

type Read = (path: string) => Promise<HttpResponse>;

/** Checks the report over a whole day, because PayPal's report lags by some hours and PayPal refuses a period within them. */
async function checkSearch(read: Read): Promise<Finding[]> {
  const now = Date.now();
  const instant = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
  const query = new URLSearchParams({
    start_date: instant(now - dayMs),
    end_date: instant(now),
    fields: 'transaction_info',
    page_size: '1',
  });
  const path = `/v1/reporting/transactions?${query.toString()}`;
  return checkFeature(paypalPermissions.transactionSearch, await read(path));
}

const checkBalances = async (read: Read): Promise<Finding[]> =>
  checkFeature(paypalPermissions.balances, await read('/v1/reporting/balances'), 'PayPal balances');

const checkDisputes = async (read: Read): Promise<Finding[]> =>
  checkFeature(paypalPermissions.disputes, await read('/v1/customer/disputes?page_size=1'));

/** Checks a feature of the app. A 403 shows that it is missing. Donations work without it. */
function checkFeature(
  feature: ProviderPermission,
  response: HttpResponse,
  subject = `PayPal ${feature.name.toLowerCase()}`,
): Finding[] {
  if (response.code === 'unreachable' || (response.status !== 200 && response.status !== 403)) {
    const reason = response.code === 'unreachable' ? response.reason : `status ${response.status}`;
    return [problem(subject, `could not be checked (${reason}). Run this again later.`)];
  }
  return [response.status === 403 ? warning(subject, describeMissing(feature)) : ok(subject, 'can be used.')];
}

const dayMs = 24 * 60 * 60 * 1000;
