import * as z from 'zod/mini';
import { webhookEvents } from '#domain/webhooks/webhook-events.ts';
import { pageQuery } from '#contract/endpoint.ts';
import { reason } from './reason.ts';

export const webhookSentences = {
  urlMissing: 'Please enter the address.',
  urlInvalid: 'Please enter an address that begins with https://, without a user name, password or #.',
  urlLong: 'Addresses can have at most 2000 characters.',
  hostUnknown: 'There is no such host. Please check the address.',
  hostPrivate: 'This address is not reachable from the public internet. Please enter one that is.',
  descriptionLong: 'Descriptions can have at most 200 characters.',
  eventsMissing: 'Please choose at least one event.',
  tooMany: 'There are already 20 endpoints. Please remove one first.',
  unknown: 'This endpoint no longer exists.',
  deliveryUnknown: 'This delivery no longer exists.',
  unchanged: 'Someone has already done this.',
  cursorInvalid: 'This page does not exist.',
} as const;

export const endpointsMax = 20;

/** The hours for which deliveries are also signed with a replaced secret. */
export const formerSecretHours = 24;

const webhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** `off`: the endpoint failed for days, or responded with 410 Gone. */
  status: z.enum(['active', 'paused', 'off']),
  createdAt: z.string(),
  /** The time of the first failed attempt after the last success; null while deliveries succeed. */
  failingSince: z.nullable(z.string()),
  /** The time until which the former secret also signs; null if there is none. */
  formerSecretUntil: z.nullable(z.string()),
});

export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

/** `GET /api/admin/webhooks`, oldest first. */
export const webhooksResponse = z.array(webhookEndpoint);

/** `POST /api/admin/webhooks`, and `POST /api/admin/webhooks/{id}`, which replaces all fields of the endpoint. */
export const webhookRequest = z.object({
  url: z
    .string({ error: webhookSentences.urlMissing })
    .check(
      z.trim(),
      z.minLength(1, { error: webhookSentences.urlMissing }),
      z.maxLength(2000, { error: webhookSentences.urlLong }),
    ),
  description: z
    .string({ error: webhookSentences.descriptionLong })
    .check(z.trim(), z.maxLength(200, { error: webhookSentences.descriptionLong })),
  events: z
    .array(z.enum(webhookEvents), { error: webhookSentences.eventsMissing })
    .check(z.minLength(1, { error: webhookSentences.eventsMissing })),
  reason,
});

export type WebhookRequest = z.infer<typeof webhookRequest>;

/** The new signing secret. No other response contains it. */
export const webhookSecretResponse = z.object({ id: z.string(), secret: z.string() });

/** The body of every action on an endpoint or a delivery. */
export const webhookActionRequest = z.object({ reason });

/** `GET /api/admin/webhooks/{id}/deliveries`. */
export const deliveriesQuery = pageQuery(webhookSentences.cursorInvalid);

const deliveryAttempt = z.object({
  number: z.int(),
  at: z.string(),
  /** The status of the response; null if there was none. */
  statusCode: z.nullable(z.int()),
  /** Why there was no response; null if there was one. */
  problem: z.nullable(z.string()),
  /** The first 500 characters of the response. */
  answer: z.nullable(z.string()),
});

const webhookDelivery = z.object({
  id: z.string(),
  event: z.string(),
  /** The header `webhook-id`, the same for each attempt. */
  eventId: z.string(),
  body: z.string(),
  /** `skipped`: the delivery was due while the endpoint was paused or off. */
  status: z.enum(['waiting', 'delivered', 'failed', 'skipped']),
  createdAt: z.string(),
  nextAttemptAt: z.nullable(z.string()),
  /** Newest first. */
  attempts: z.array(deliveryAttempt),
});

export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const deliveriesResponse = z.array(webhookDelivery);
