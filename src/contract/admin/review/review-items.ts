import * as z from 'zod/mini';
import { reviewActions, reviewItemKinds } from '#domain/review/review-item.ts';
import { reason } from '../reason.ts';

export const reviewItemSentences = {
  unknown: 'There is no such item.',
  notOffered: 'This cannot be done with this item. Please reload the page.',
  resolvedAutomatically: 'This is already resolved: another message from the provider explained it.',
  stillDiffers: 'The record at the provider still does not match ours, so nothing was recorded.',
  refundOutdated:
    'This payment was resolved or changed since its refund was requested. Please decline the request and look at the payment again.',
  providerAway: 'The payment provider is not responding. Please try again in a few minutes.',
} as const;

/** Something that needs review. Messages about one payment are one item. */
export const reviewItem = z.object({
  id: z.string(),
  kind: z.enum(reviewItemKinds),
  /** The time at which the oldest part of the item appeared. */
  since: z.string(),
  provider: z.nullable(z.enum(['stripe', 'paypal'])),
  /** The reasons why the item's messages are quarantined, each reason once; `unlisted_refund` for a difference about a refund. */
  reasons: z.array(z.string()),
  /** Our ids and the provider's ids that the item names. */
  ids: z.array(z.string()),
  /** The paid or disputed amount, in decimals; null if unknown. */
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  /** The donation that the item is about; null if there is none. */
  donationId: z.nullable(z.string()),
  /** The provider's deadline for our evidence about a dispute. */
  evidenceDueAt: z.nullable(z.string()),
  /** The kind of a job, and its last error. */
  job: z.nullable(z.object({ kind: z.string(), lastError: z.string() })),
  /** True if a refund of the item was requested and waits for a second person. */
  isRefundWaiting: z.boolean(),
  actions: z.array(z.enum(reviewActions)),
});

export type ReviewItem = z.infer<typeof reviewItem>;

/** `GET /api/admin/review/items`: disputes by deadline, then everything else, newest first. */
export const reviewItemsResponse = z.array(reviewItem);

/** `POST /api/admin/review/items/resolve`. */
export const resolveItemRequest = z.object({ itemId: z.string(), action: z.enum(reviewActions), reason });

export type ResolveItemRequest = z.infer<typeof resolveItemRequest>;

/** `donationId`: the donation that was recorded. `approval_needed`: the refund is made after a second person has approved it. */
export const resolveItemResponse = z.object({
  status: z.enum(['recorded', 'refund_requested', 'approval_needed', 'dismissed', 'retried', 'discarded']),
  donationId: z.nullable(z.string()),
});

export type ResolveItemResponse = z.infer<typeof resolveItemResponse>;
