import Stripe from 'stripe';
import type { StripeConfig } from '#server/config/config.ts';
import type { CardProvider, FetchedSession } from '#server/ports/card-provider.ts';
import { stripePermissions } from '#server/ports/permissions.ts';
import type { Tracing } from '#server/ports/tracing.ts';
import { callSpan, recordCall } from '../call-spans.ts';
import { fetchDispute } from './dispute-event.ts';
import { expireSession, openCheckout } from './open-checkout.ts';
import { refundPayment } from './refund-payment.ts';
import { stateOfSession } from './session-event.ts';
import { isForbidden, namedPermission, orUnavailable } from './stripe-responses.ts';
import { stripeBalances } from './stripe-balances.ts';
import {
  listChargeFees,
  listDisputeFees,
  listDisputes,
  listMessages,
  listRefunds,
  listSessionStates,
} from './stripe-lists.ts';
import { stripeSubscriptions } from './subscriptions/stripe-subscriptions.ts';
import { readStripeWebhook } from './stripe-webhook.ts';

/** Card payments and subscriptions through Stripe Checkout and Billing. */
export function createStripeProvider(config: StripeConfig, timeLimitFactor = 1, tracing?: Tracing): CardProvider {
  const stripe = createStripeClient(config, timeLimitFactor, tracing);
  return {
    name: 'stripe',
    isLive: config.isLive,
    subscriptions: stripeSubscriptions(stripe),
    balances: stripeBalances(stripe),
    openCheckout: (request) => orUnavailable(() => openCheckout(stripe, request, timeLimitFactor)),
    expireSession: (sessionId) => orUnavailable(() => expireSession(stripe, sessionId)),
    fetchSession: (sessionId) => orUnavailable(() => fetchSession(stripe, sessionId)),
    listSessionStates: (since) => listSessionStates(stripe, since),
    listMessages: (since) => listMessages(stripe, since),
    refundPayment: (request) => orUnavailable(() => refundPayment(stripe, config.isLive, request)),
    fetchDispute: (disputeId) => orUnavailable(() => fetchDispute(stripe, config.isLive, disputeId)),
    listRefunds: (since) => listRefunds(stripe, config.isLive, since),
    listDisputes: (since) => listDisputes(stripe, config.isLive, since),
    listChargeFees: (since) => listChargeFees(stripe, since),
    listDisputeFees: (since) => listDisputeFees(stripe, since),
    readWebhook: (rawBody, signature) => readStripeWebhook(stripe, config.webhookSecret, rawBody, signature),
  };
}

/** Allows 4 seconds per attempt and one retry, so that a donor waits at most 9 seconds for an unresponsive Stripe. */
function createStripeClient(config: StripeConfig, timeLimitFactor: number, tracing: Tracing | undefined): Stripe {
  return new Stripe(config.secretKey, {
    timeout: 4000 * timeLimitFactor,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(tracing ? { httpClient: recordingClient(tracing) } : {}),
    ...(config.apiBase ? addressOf(config.apiBase) : {}),
  });
}

/** Creates the SDK's own HTTP client, with a span for each attempt. */
function recordingClient(tracing: Tracing): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (host, port, path, method, ...rest) =>
      recordCall(
        tracing,
        () => callSpan(method, new URL(path, `https://${host}`)),
        () => client.makeRequest(host, port, path, method, ...rest),
        (response) => response.getStatusCode(),
      ),
  };
}

function addressOf({ protocol, hostname, port }: URL) {
  const isSecure = protocol === 'https:';
  return {
    protocol: isSecure ? ('https' as const) : ('http' as const),
    host: hostname,
    port: port || (isSecure ? '443' : '80'),
  };
}

async function fetchSession(stripe: Stripe, sessionId: string): Promise<FetchedSession> {
  const fetch = async (expansion: { readonly expand?: string[] }): Promise<FetchedSession> => ({
    code: 'fetched',
    event: stateOfSession(await stripe.checkout.sessions.retrieve(sessionId, expansion)),
  });
  try {
    return await fetch({ expand: ['payment_intent.latest_charge'] });
  } catch (error) {
    if (!isForbidden(error) || namedPermission(error) === stripePermissions.checkoutSessions) throw error;
    return fetch({}); // the charge only gives the time of the payment
  }
}
