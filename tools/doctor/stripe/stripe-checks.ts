import * as z from 'zod/mini';
import type { Config, StripeConfig } from '#server/config/config.ts';
import { portalContents } from '#server/payments/index.ts';
import { checkClock } from '../clock-check.ts';
import { ok, problem, unknown, warning, type Finding } from '../finding.ts';
import { jsonOf, type HttpResponse } from '../http-call.ts';
import { readStripe, stripeOrigin } from './call-stripe.ts';
import { checkPermissions } from './permission-checks.ts';
import { checkDelivery, checkEndpoint } from './webhook-checks.ts';

/** Checks Stripe's key, its permissions, the webhook and the customer portal, and changes nothing. */
export async function checkStripe(config: Config & { readonly stripe: StripeConfig }): Promise<Finding[]> {
  const { stripe } = config;
  const first = await readStripe(stripe, '/v1/events?limit=1');
  const refusal = refusalOf(config, first);
  if (refusal) return [refusal];
  return [
    modeOf(config),
    ...(await checkPermissions(stripe)),
    ...(await checkEndpoint(config)),
    ...(await checkDelivery(config)),
    ...(await checkPortal(config)),
    ...(config.sandbox ? [] : [failedPayments]),
    ...checkClock('Stripe', first),
  ];
}

/** The finding that prevents all other checks, if there is one. */
function refusalOf(
  { sandbox, stripe }: Config & { readonly stripe: StripeConfig },
  first: HttpResponse,
): Finding | undefined {
  if (first.code === 'unreachable') {
    return problem(
      'Stripe',
      sandbox
        ? `the payment sandbox does not respond at ${stripeOrigin(stripe)} (${first.reason}). Start the product with npm start, and run this in another terminal.`
        : `cannot be reached (${first.reason}). Check this machine's network, DNS and firewall.`,
    );
  }
  if (first.status === 401) {
    return problem('Stripe key', 'Stripe refuses it. Copy STRIPE_SECRET_KEY again from Developers > API keys.');
  }
  if (first.status < 400 || first.status === 403 || first.status === 429 || first.status >= 500) return undefined;
  const advice = stripe.apiBase ? 'Remove STRIPE_API_BASE.' : "Check this machine's proxy settings.";
  return problem('Stripe', `${stripeOrigin(stripe)} does not respond like Stripe (status ${first.status}). ${advice}`);
}

/** The finding about failed payments. No API call returns these settings. */
const failedPayments = unknown(
  'Stripe failed payments',
  'only the Dashboard shows these settings. Compare Settings > Billing > Revenue recovery with docs/going-live.md.',
);

function modeOf({ sandbox, stripe, isProduction }: Config): Finding {
  if (sandbox) return ok('Stripe key', 'the payment sandbox. No real money moves.');
  if (stripe?.isLive) return ok('Stripe key', 'live. Real money moves.');
  return isProduction
    ? warning('Stripe key', 'a test key in production, so no donation is real. Set a live key when you go live.')
    : ok('Stripe key', 'a test key. No real money moves.');
}

const configurationsSchema = z.object({
  data: z.array(z.object({ metadata: z.nullable(z.record(z.string(), z.string())) })),
});

/** Checks the portal's settings. The product creates them at the first use, so their absence is not a problem. */
async function checkPortal({ stripe }: { readonly stripe: StripeConfig }): Promise<Finding[]> {
  const subject = 'Stripe customer portal';
  const response = await readStripe(stripe, '/v1/billing_portal/configurations?active=true&limit=100');
  if (response.code !== 'responded' || response.status === 403) return []; // reported with the permissions
  const { data } = configurationsSchema.safeParse(jsonOf(response.text));
  if (!data)
    return [problem(subject, `its settings cannot be read (status ${response.status}). Run this again later.`)];
  const isMade = data.data.some(({ metadata }) => metadata?.['contents'] === portalContents);
  return [ok(subject, isMade ? 'has our settings.' : 'gets our settings when the first donor replaces a card.')];
}
