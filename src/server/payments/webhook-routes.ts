import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { networkOf } from '#server/http/network-of.ts';
import type { WebhookReading } from '#server/ports/card-provider.ts';
import type { PayPalProvider } from '#server/ports/paypal-provider.ts';
import { scheduleCapture } from './capture-order.ts';
import { recordDecline } from './declines/record-decline.ts';
import { applySessionEvent } from './plans/apply-session-event.ts';
import { followInvoice, type FollowedInvoice } from './plans/follow-invoice.ts';
import { followSubscription, type FollowedSubscription } from './plans/follow-subscription.ts';
import { applyReversal } from './reverse/apply-reversal.ts';
import { followDispute, type FollowedDispute } from './reverse/follow-dispute.ts';
import { refundFraud } from './reverse/refund.ts';

/**
 * `POST /api/webhooks/stripe` and `/api/webhooks/paypal`. They return 200 only after the event is stored, so that the provider
 * redelivers events that we could not store; 400, with nothing stored, for an invalid signature or an unreadable message; 429
 * if too many messages could not be verified; and 503 if the provider does not respond when we verify a message, or if what the
 * message names cannot be fetched or recorded yet.
 */
export async function webhookRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: webhookBytesMax }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/api/webhooks/stripe', (request, reply) => receiveStripe(deps, request, reply));
  const { paypal } = deps;
  if (paypal) app.post('/api/webhooks/paypal', (request, reply) => receivePayPal(deps, paypal, request, reply));
}

const webhookBytesMax = 512 * 1024; // higher than for browsers, because the messages come from a provider

async function receiveStripe(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const reading = deps.cards.readWebhook(rawBodyOf(request), headerText(request.headers['stripe-signature']));
  switch (reading.code) {
    case 'invalid_signature':
      deps.metrics.webhooksRefused.inc({ provider: 'stripe', reason: 'signature' });
      request.log.warn('webhook refused: invalid signature');
      return sendRefusal(reply, 'invalid_signature', 'The signature of this message is invalid.');
    case 'unreadable':
      request.log.error({ detail: reading.detail }, 'webhook refused: unreadable content; needs review');
      return sendRefusal(reply, 'invalid_request', 'This message cannot be read.');
    case 'event':
      await applySessionEvent(deps, reading.event);
      break;
    case 'subscription':
    case 'invoice':
      if (shouldRetry(await follow(deps, reading))) return requestRedelivery(reply);
      break;
    case 'dispute':
      if (shouldRetryDispute(await followDispute(deps, deps.cards, reading))) return requestRedelivery(reply);
      break;
    case 'reversal':
      await applyReversal(deps, reading.event, deps.cards.isLive);
      break;
    case 'fraud_warning':
      await refundFraud(deps, reading);
      break;
    case 'decline':
      if (reading.isLive === deps.cards.isLive) await recordDecline(deps, reading.decline);
      break;
    case 'ignored':
      break;
  }
  return reply.send({ received: true });
}

const follow = (
  deps: Deps,
  reading: Extract<WebhookReading, { readonly code: 'subscription' | 'invoice' }>,
): Promise<FollowedInvoice | FollowedSubscription> =>
  reading.code === 'subscription'
    ? followSubscription(deps, reading.subscriptionId)
    : followInvoice(deps, reading.invoiceId);

/** The message only names an invoice or subscription. If we could not fetch or record it, the message must be redelivered. */
const shouldRetry = (followed: FollowedInvoice | FollowedSubscription): boolean =>
  followed.code === 'waiting' || followed.code === 'unavailable';

const shouldRetryDispute = ({ code }: FollowedDispute): boolean => code === 'unavailable' || code === 'not_permitted';

const requestRedelivery = (reply: FastifyReply): FastifyReply =>
  sendRefusal(reply, 'unavailable', 'This message cannot be recorded yet. Please send it again.');

async function receivePayPal(
  deps: Deps,
  paypal: PayPalProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers, ip } = request;
  const reading = await paypal.readWebhook({ rawBody: rawBodyOf(request), headers, network: networkOf(ip) });
  switch (reading.code) {
    case 'invalid_signature':
      deps.metrics.webhooksRefused.inc({ provider: 'paypal', reason: reading.reason });
      request.log.warn({ reason: reading.reason }, 'PayPal webhook refused: invalid signature');
      return sendRefusal(reply, 'invalid_signature', 'The signature of this message is invalid.');
    case 'too_many':
      deps.metrics.webhooksRefused.inc({ provider: 'paypal', reason: 'too_many' });
      request.log.warn('PayPal webhook refused: too many unverified messages');
      return sendRefusal(reply, 'too_many_requests', 'Too many messages. Please send this one again later.');
    case 'unavailable':
      request.log.warn({ detail: reading.detail }, 'PayPal webhook postponed: PayPal cannot verify it now');
      return sendRefusal(reply, 'unavailable', 'This message cannot be verified at the moment.');
    case 'unreadable':
      request.log.error({ detail: reading.detail }, 'PayPal webhook refused: unreadable content; needs review');
      return sendRefusal(reply, 'invalid_request', 'This message cannot be read.');
    case 'event':
      await applySessionEvent(deps, reading.event);
      break;
    case 'dispute':
      if (shouldRetryDispute(await followDispute(deps, paypal, reading))) return requestRedelivery(reply);
      break;
    case 'reversal':
      await applyReversal(deps, reading.event, paypal.isLive);
      break;
    case 'approved':
      await scheduleCapture(deps, reading);
      break;
    case 'ignored':
      break;
  }
  return reply.send({ received: true });
}

const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

const headerText = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
