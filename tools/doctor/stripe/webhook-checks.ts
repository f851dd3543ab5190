import * as z from 'zod/mini';
import type { Config, StripeConfig } from '#server/config/config.ts';
import { stripeApiVersion, stripeEvents } from '#server/payments/index.ts';
import { ok, problem, unknown, warning, type Finding } from '../finding.ts';
import { jsonOf } from '../http-call.ts';
import { readStripe } from './call-stripe.ts';

type StripeSetup = Config & { readonly stripe: StripeConfig };

const path = '/api/webhooks/stripe';

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

/** Checks that Stripe has an endpoint for this site that sends every event the product needs. */
export async function checkEndpoint(config: StripeSetup): Promise<Finding[]> {
  const subject = 'Stripe webhook';
  const response = await readStripe(config.stripe, '/v1/webhook_endpoints?limit=100');
  if (response.code !== 'responded' || response.status === 403) return []; // reported with the permissions
  const { data } = endpointsSchema.safeParse(jsonOf(response.text));
  if (!data) {
    return [
      problem(subject, `Stripe's list of endpoints cannot be read (status ${response.status}). Run this again later.`),
    ];
  }
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
    findings.push(problem(subject, `the endpoint does not send ${missing.join(', ')}. Add these events to it.`));
  if (endpoint.api_version !== stripeApiVersion()) {
    const version = endpoint.api_version ?? "the account's default version";
    findings.push(
      warning(
        subject,
        `the endpoint sends events in ${version}, and the product reads ${stripeApiVersion()}. Create the endpoint again with that version.`,
      ),
    );
  }
  return findings.length > 0 ? findings : [ok(subject, `${endpoint.url} gets every event the product needs.`)];
}

const eventsSchema = z.object({
  data: z.array(z.object({ type: z.string(), created: z.int(), pending_webhooks: z.int() })),
});

/** Checks that our signing secret works: Stripe never shows it again, but reports whether its latest message was accepted. */
export async function checkDelivery({ stripe, sandbox }: StripeSetup): Promise<Finding[]> {
  const subject = 'Stripe webhook secret';
  const response = await readStripe(stripe, '/v1/events?limit=100');
  if (response.code !== 'responded' || response.status === 403) return []; // reported with the permissions
  const { data: events } = eventsSchema.safeParse(jsonOf(response.text));
  if (!events)
    return [problem(subject, `Stripe's events cannot be read (status ${response.status}). Run this again later.`)];
  const needed = events.data.filter(({ type }) => (stripeEvents as readonly string[]).includes(type));
  const attemptedBefore = (response.date ?? new Date()).getTime() / 1000 - firstAttemptSeconds;
  const [latest] = needed.filter(({ created }) => sandbox !== undefined || created < attemptedBefore);
  if (!latest && sandbox) return [];
  if (!latest) {
    const text =
      'only a payment shows whether it belongs to this endpoint. Run this again a few minutes after the first one.';
    return [unknown(subject, text)];
  }
  if (latest.pending_webhooks === 0) return [ok(subject, "Stripe's latest message was accepted.")];
  const advice =
    'Copy STRIPE_WEBHOOK_SECRET again from this endpoint, and look at its attempts under Developers > Webhooks.';
  return [problem(subject, `Stripe could not deliver its latest message. ${advice}`)];
}

/** The time in which Stripe attempts the first delivery. A newer message may still be on its way. */
const firstAttemptSeconds = 120;
