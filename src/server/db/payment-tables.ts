import type { PaymentFact } from '#domain/payment/payment-event.ts';

/** A provider's fact, kept once; `intent_id` is null when it was quarantined. */
export interface PaymentEventRow {
  provider: string;
  event_id: string;
  intent_id: string | null;
  session_id: string;
  kind: PaymentFact['kind'];
  collected_minor: number | null;
  collected_currency: string | null;
  occurred_at: string;
  received_at: string;
}

/** One happening in the books; `cause` names it once and for all, such as `settlement:int_…`. */
export interface LedgerTransactionRow {
  id: string;
  cause: string;
  intent_id: string | null;
  occurred_at: string;
  posted_at: string;
}

/** One line of the books. Never updated, never deleted. */
export interface LedgerEntryRow {
  transaction_id: string;
  line: number;
  account: string;
  amount_minor: number;
  currency: string;
}

/** One comparison of our books with the provider's; `result` is JSON with its counts and differences. */
export interface ReconciliationRunRow {
  id: string;
  scope: string;
  status: string;
  since: string;
  started_at: string;
  finished_at: string;
  result: string;
}
