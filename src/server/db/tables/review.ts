import type { PaymentProvider } from '#domain/payment/payment-event.ts';

/**
 * A person's decision on an item that needed review. A quarantined message, job or movement has its own row, which says whether
 * it still needs review; for disputes and differences, this row says so. If an item needs review again, a new decision replaces
 * this row.
 */
export interface ReviewResolutionRow {
  /**
   * In the form of `writeItemId`; each quarantined message has a row. `payment:…` for a refunded payment, `movement:…` for a
   * booked movement.
   */
  item_id: string;
  /** `recording`: someone is recording it right now. `refunded`: the refund was requested. */
  resolution: 'recording' | 'recorded' | 'refunded' | 'dismissed' | 'retried' | 'discarded' | 'booked';
  resolved_by: string;
  /** The username at that time. */
  resolver_name: string;
  resolved_at: string;
}

/** The deadline for our evidence about a dispute; null if the provider waits for none. */
export interface DisputeDeadlineRow {
  provider: PaymentProvider;
  reversal_id: string;
  evidence_due_at: string | null;
}
