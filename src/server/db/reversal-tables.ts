import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { ReversalFact, ReversalKind } from '#domain/payment/reversal.ts';

/** A genuine message with content that does not fit our books: kept for a person to look at, never a donation. */
export interface QuarantinedEventRow {
  provider: string;
  event_id: string;
  reason: string;
  detail: string;
  quarantined_at: string;
  resolved_at: string | null;
}

/**
 * A refund or dispute as it stands. `amount_minor` is what goes back; `subtotal_minor` and `service_fee_minor` what the
 * books took back for it, zero unless `is_standing`. `postings` counts how often the books were written for it.
 */
export interface ReversalRow {
  provider: PaymentProvider;
  reversal_id: string;
  kind: ReversalKind;
  payment_id: string;
  /** Null until the payment that it speaks of is settled here. */
  intent_id: string | null;
  status: ReversalFact;
  amount_minor: number;
  currency: string;
  is_standing: number;
  subtotal_minor: number;
  service_fee_minor: number;
  postings: number;
  occurred_at: string;
  updated_at: string;
}

/** A provider's word about a refund or dispute, kept once. */
export interface ReversalEventRow {
  provider: PaymentProvider;
  event_id: string;
  reversal_id: string;
  fact: ReversalFact;
  amount_minor: number | null;
  currency: string | null;
  occurred_at: string;
  received_at: string;
}
