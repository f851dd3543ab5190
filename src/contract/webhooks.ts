import * as z from 'zod/mini';
import { testEvent, webhookEvents, type WebhookEvent } from '#domain/webhooks/webhook-events.ts';

const instant = z.string();
const currency = z.string();

/** A donation was paid and is in the books. `amount` is the charity's part, `total` is what the donor paid. */
const donationSettled = z.object({
  donationId: z.string(),
  charityId: z.int(),
  /** The monthly donation that the donation belongs to. */
  planId: z.nullable(z.string()),
  state: z.literal('settled'),
  amount: z.number(),
  serviceFee: z.number(),
  total: z.number(),
  currency,
  settledAt: instant,
});

/** A refund or a dispute changed what is left of a donation. */
const donationRefunded = z.object({
  donationId: z.string(),
  charityId: z.int(),
  planId: z.nullable(z.string()),
  cause: z.enum(['refund', 'dispute']),
  state: z.enum(['settled', 'partly_refunded', 'refunded']),
  /** The amount taken this time; negative if money came back, as after a dispute that we won. */
  amount: z.number(),
  /** The whole amount taken so far. */
  refunded: z.number(),
  /** The amount that the donor had paid. */
  total: z.number(),
  currency,
  refundedAt: instant,
});

/** A monthly donation began, changed, was paused or resumed, fell behind, or ended. */
const planChanged = z.object({
  planId: z.string(),
  charityId: z.int(),
  state: z.enum(['starting', 'active', 'past_due', 'paused', 'ended']),
  amount: z.number(),
  serviceFee: z.number(),
  total: z.number(),
  currency,
  nextChargeAt: z.nullable(instant),
  pausedUntil: z.nullable(instant),
  endedAt: z.nullable(instant),
  changedAt: instant,
});

/** The team recorded that the bank has paid a charity. */
const payoutPaid = z.object({
  payoutId: z.string(),
  batchId: z.string(),
  charityId: z.int(),
  state: z.literal('paid'),
  amount: z.number(),
  currency,
  /** The day of the transfer. */
  paidOn: z.string(),
  paidAt: instant,
});

const dataOf = {
  'donation.settled': donationSettled,
  'donation.refunded': donationRefunded,
  'plan.changed': planChanged,
  'payout.paid': payoutPaid,
} as const satisfies Record<WebhookEvent, z.ZodMiniType>;

/** The data of an event. It contains ids, but no personal data. */
export type WebhookData<Event extends WebhookEvent> = z.infer<(typeof dataOf)[Event]>;

const summaries: Readonly<Record<WebhookEvent | typeof testEvent, string>> = {
  'donation.settled': 'A donation was paid and is in the books',
  'donation.refunded': 'A refund or a dispute changed what is left of a donation',
  'plan.changed': 'A monthly donation began, changed, was paused or resumed, fell behind, or ended',
  'payout.paid': 'The team recorded that the bank has paid a charity',
  'webhook.test': 'Staff tested an endpoint',
};

/** The messages that we send, each with the schema of its body. `timestamp` is the time of the event. */
export const webhookMessages = [
  ...webhookEvents.map((type) => ({ type, summary: summaries[type], body: messageOf(type, dataOf[type]) })),
  { type: testEvent, summary: summaries[testEvent], body: messageOf(testEvent, z.object({ endpointId: z.string() })) },
];

function messageOf(type: string, data: z.ZodMiniType): z.ZodMiniType {
  return z.object({ type: z.literal(type), timestamp: instant, data });
}
