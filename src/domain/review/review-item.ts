import type { PaymentProvider } from '#domain/payment/payment-event.ts';

/** Items that need review: quarantined messages about one payment, a dispute, a dead job, or a difference from a provider. */
export const reviewItemKinds = ['quarantined', 'dispute', 'job', 'difference'] as const;

/**
 * The actions that can resolve an item.
 * - `record`: fetch the payment again and record its donation
 * - `refund`: refund the payment at the provider
 * - `dismiss`: mark the item as resolved
 * - `retry`, `discard`: run a dead job again, or never again
 */
export const reviewActions = ['record', 'refund', 'dismiss', 'retry', 'discard'] as const;

export type ReviewAction = (typeof reviewActions)[number];

/** The reason of a difference about a refund; one about a donation has none. */
export const unlistedRefund = 'unlisted_refund';

/** Identifies something at a provider: a quarantined message or a dispute. */
export interface ProviderItemKey<Kind extends 'quarantined' | 'dispute' = 'quarantined' | 'dispute'> {
  readonly kind: Kind;
  readonly provider: PaymentProvider;
  readonly id: string;
}

/** Identifies a dead job, or an intent or refund in our records that the provider does not list. */
export interface OwnItemKey {
  readonly kind: 'job' | 'difference';
  readonly id: string;
}

export type ReviewItemKey = ProviderItemKey | OwnItemKey;

/** Writes a key as one text: `quarantined:stripe:evt_1`, `job:out_1`. */
export const writeItemId = (key: ReviewItemKey): string =>
  'provider' in key ? `${key.kind}:${key.provider}:${key.id}` : `${key.kind}:${key.id}`;

/** Reads a key from a text; undefined if the text names no item. */
export function readItemId(text: string): ReviewItemKey | undefined {
  const named = /^(quarantined|dispute):(stripe|paypal):(.+)$/s.exec(text) ?? /^(job|difference):(.+)$/s.exec(text);
  const [, kind, ...rest] = named ?? [];
  const [first = '', id = ''] = rest;
  if (kind === 'quarantined' || kind === 'dispute')
    return first === 'stripe' || first === 'paypal' ? { kind, provider: first, id } : undefined;
  return kind === 'job' || kind === 'difference' ? { kind, id: first } : undefined;
}
