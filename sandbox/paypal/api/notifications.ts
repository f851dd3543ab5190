import { z } from 'zod';
import type { EventRecord } from '#sandbox/records.ts';
import { isPayPalSignature } from '#sandbox/webhooks/sign.ts';
import { noSuchResource } from '../error.ts';
import { paypalEventToWire } from '../wire.ts';
import { parseInput, type PayPalEndpoint } from './call.ts';

const verifySchema = z.object({
  auth_algo: z.string(),
  cert_url: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.looseObject({}),
});

/** `POST /v1/notifications/verify-webhook-signature`: checks that the sandbox sent and signed a webhook. */
export const verifySignature: PayPalEndpoint = (sandbox, { body }) => {
  const parsed = parseInput(verifySchema, body);
  const { webhook_event: event, ...signature } = parsed;
  const isGenuine = isPayPalSignature(sandbox.config.paypal, signature, JSON.stringify(event));
  return { status: 200, body: { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' } };
};

/** `GET /v1/notifications/webhooks/{id}`: the configured webhook. It gets every event. */
export const readWebhook: PayPalEndpoint = ({ config: { paypal, publicUrl } }, { id }) => {
  if (id !== paypal.webhookId) throw noSuchResource('Invalid webhook id.');
  const href = `${publicUrl}/v1/notifications/webhooks/${id}`;
  return {
    status: 200,
    body: {
      id,
      url: paypal.webhookUrl ?? '',
      event_types: [{ name: '*', description: 'ALL' }],
      links: [{ href, rel: 'self', method: 'GET' }],
    },
  };
};

const listSchema = z.object({
  page_size: z.coerce.number().int().min(1).max(300).default(10),
  start_time: z.iso.datetime({ offset: true }).optional(),
  end_time: z.iso.datetime({ offset: true }).optional(),
  event_type: z.string().optional(),
  next: z.string().optional(),
});

const defaultPeriodSeconds = 30 * 24 * 3600;

/**
 * `GET /v1/notifications/webhooks-events`: the events since `start_time`, or of the last 30 days if it is absent. Newest first,
 * with a `next` link if there are more.
 */
export const listEvents: PayPalEndpoint = (sandbox, { query }) => {
  const parsed = parseInput(listSchema, query);
  const { page_size: size, start_time: start, end_time: end, event_type: type, next } = parsed;
  const since = start === undefined ? sandbox.clock.nowSeconds() - defaultPeriodSeconds : Date.parse(start) / 1000;
  const until = end === undefined ? Infinity : Date.parse(end) / 1000;
  const page: EventRecord[] = [];
  let hasMore = false;
  const events = sandbox.store.events.newestFirst();
  for (const event of next === undefined ? events : events.slice(events.findIndex(({ id }) => id === next) + 1)) {
    if (event.provider !== 'paypal' || !event.isListed || event.created > until) continue;
    if (type !== undefined && event.type !== type) continue;
    if (event.created < since) break;
    hasMore = page.length === size;
    if (hasMore) break;
    page.push(event);
  }
  const search = new URLSearchParams({ page_size: String(size), next: page.at(-1)?.id ?? '' });
  for (const [name, value] of Object.entries({ start_time: start, end_time: end, event_type: type })) {
    if (value !== undefined) search.set(name, value);
  }
  const href = `${sandbox.config.publicUrl}/v1/notifications/webhooks-events?${search.toString()}`;
  return {
    status: 200,
    body: {
      events: page.map(paypalEventToWire),
      count: page.length,
      ...(hasMore ? { links: [{ href, rel: 'next', method: 'GET' }] } : {}),
    },
  };
};
