import * as z from 'zod/mini';
import type { Config, StripeConfig } from '#server/config/config.ts';
import { portalContents, stripeApiVersion, stripeEvents } from '#server/payments/index.ts';
import { describeMissing, stripePermissions, type ProviderPermission } from '#server/ports/permissions.ts';
import { checkClock } from './clock-check.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { callHttp, jsonOf, type HttpAnswer } from './http-call.ts';

/** Checks Stripe's key, its permissions, the webhook endpoint and the customer portal, by reading only. */
export async function checkStripe(config: Config & { readonly stripe: StripeConfig }): Promise<Finding[]> {
  const { stripe } = config;
  const first = await readStripe(stripe, '/v1/events?limit=1');
  if (first.code === 'unreachable') {
    return [
      problem(
        'Stripe',
        config.sandbox
          ? `the payment sandbox does not answer at ${stripe.apiBase?.origin ?? config.sandbox.url} (${first.reason}). Start the product with npm start, and run this in another terminal.`
          : `cannot be reached (${first.reason}). Check this machine's network, DNS and firewall.`,
      ),
    ];
  }
  if (first.status === 401) {
    return [problem('Stripe key', 'Stripe refuses it. Copy STRIPE_SECRET_KEY again from Developers > API keys.')];
  }
  return [
    modeOf(config),
    ...(await checkPermissions(stripe)),
    ...(await checkEndpoint(config)),
    ...(await checkPortal(config)),
    ...checkClock('Stripe', first),
  ];
}

const readStripe = (stripe: StripeConfig, path: string): Promise<HttpAnswer> =>
  callHttp(`${stripe.apiBase?.origin ?? 'https://api.stripe.com'}${path}`, {
    headers: { authorization: `Bearer ${stripe.secretKey}`, 'stripe-version': stripeApiVersion },
  });

function modeOf({ sandbox, stripe, isProduction }: Config): Finding {
  if (sandbox) return ok('Stripe key', 'the payment sandbox. No real money moves.');
  if (stripe?.isLive) return ok('Stripe key', 'live. Real money moves.');
  return isProduction
    ? warning('Stripe key', 'a test key in production, so no donation is real. Set a live key when you go live.')
    : ok('Stripe key', 'a test key. No real money moves.');
}

/** A harmless call for each permission. That a key may also write is only shown by a payment. */
const reads: readonly (readonly [ProviderPermission, string])[] = [
  [stripePermissions.checkoutSessions, '/v1/checkout/sessions?limit=1'],
  [stripePermissions.paymentIntents, '/v1/payment_intents?limit=1'],
  [stripePermissions.charges, '/v1/charges?limit=1'],
  [stripePermissions.balanceTransactions, '/v1/balance_transactions?limit=1'],
  [stripePermissions.disputes, '/v1/disputes?limit=1'],
  [stripePermissions.events, '/v1/events?limit=1'],
  [stripePermissions.subscriptions, '/v1/subscriptions?limit=1'],
  [stripePermissions.products, '/v1/products?limit=1'],
  [stripePermissions.prices, '/v1/prices?limit=1'],
  [stripePermissions.invoices, '/v1/invoices?limit=1'],
  [stripePermissions.paymentMethods, '/v1/payment_methods?limit=1'],
  [stripePermissions.customerPortal, '/v1/billing_portal/configurations?limit=1'],
  [stripePermissions.webhookEndpoints, '/v1/webhook_endpoints?limit=1'],
];

/** Without these, donations still work. */
const dispensable: ReadonlySet<ProviderPermission> = new Set([
  stripePermissions.paymentIntents,
  stripePermissions.balanceTransactions,
  stripePermissions.webhookEndpoints,
]);

async function checkPermissions(stripe: StripeConfig): Promise<Finding[]> {
  const subject = 'Stripe permissions';
  const findings: Finding[] = [];
  for (const [permission, path] of reads) {
    const answer = await readStripe(stripe, path);
    if (answer.code === 'unreachable' || answer.status >= 500 || answer.status === 429) {
      const reason = answer.code === 'unreachable' ? answer.reason : `status ${answer.status}`;
      findings.push(problem(subject, `"${permission.name}" could not be checked (${reason}). Run this again later.`));
    } else if (answer.status === 403) {
      findings.push((dispensable.has(permission) ? warning : problem)(subject, describeMissing(permission)));
    }
  }
  return findings.length > 0 ? findings : [ok(subject, 'the key may read everything the product needs.')];
}

const endpointsSchema = z.object({
  data: z.array(
    z.object({
      url: z.string(),
      status: z.string(),
      enabled_events: z.array(z.string()),
      api_version: z.nullish(z.string()),
    }),
  ),
});

async function checkEndpoint(config: Config & { readonly stripe: StripeConfig }): Promise<Finding[]> {
  const subject = 'Stripe webhook';
  const answer = await readStripe(config.stripe, '/v1/webhook_endpoints?limit=100');
  if (answer.code !== 'answered' || answer.status === 403) return []; // reported with the permissions
  const { data } = endpointsSchema.safeParse(jsonOf(answer.text));
  if (!data) return [problem(subject, `Stripe's list of endpoints cannot be read (status ${answer.status}).`)];
  const path = '/api/webhooks/stripe';
  const url = `${config.publicUrl}${path}`;
  const endpoints = data.data.filter((one) => (config.sandbox ? one.url.endsWith(path) : one.url === url));
  const endpoint = endpoints.find(({ status }) => status === 'enabled') ?? endpoints[0];
  if (!endpoint) {
    return [
      problem(subject, `Stripe has no endpoint for ${url}. Add it under Developers > Webhooks (docs/going-live.md).`),
    ];
  }
  if (endpoint.status !== 'enabled') {
    return [problem(subject, `the endpoint for ${url} is disabled. Enable it under Developers > Webhooks.`)];
  }
  const sent = new Set(endpoint.enabled_events);
  const missing = sent.has('*') ? [] : stripeEvents.filter((event) => !sent.has(event));
  const findings: Finding[] = [];
  if (missing.length > 0)
    findings.push(problem(subject, `the endpoint does not send ${missing.join(', ')}. Add them to it.`));
  if (endpoint.api_version !== stripeApiVersion) {
    const version = endpoint.api_version ?? "the account's default version";
    findings.push(
      warning(
        subject,
        `the endpoint sends events in ${version}, and the product reads ${stripeApiVersion}. Create the endpoint again with that version.`,
      ),
    );
  }
  return findings.length > 0 ? findings : [ok(subject, `${endpoint.url} gets every event the product needs.`)];
}

const configurationsSchema = z.object({
  data: z.array(z.object({ metadata: z.nullable(z.record(z.string(), z.string())) })),
});

/** The product makes its own settings at the first use, so their absence is no problem. */
async function checkPortal({ stripe }: { readonly stripe: StripeConfig }): Promise<Finding[]> {
  const subject = 'Stripe customer portal';
  const answer = await readStripe(stripe, '/v1/billing_portal/configurations?active=true&limit=100');
  if (answer.code !== 'answered' || answer.status === 403) return []; // reported with the permissions
  const { data } = configurationsSchema.safeParse(jsonOf(answer.text));
  if (!data) return [problem(subject, `its settings cannot be read (status ${answer.status}).`)];
  const isMade = data.data.some(({ metadata }) => metadata?.['contents'] === portalContents);
  return [ok(subject, isMade ? 'has our settings.' : 'gets our settings when the first donor replaces a card.')];
}
