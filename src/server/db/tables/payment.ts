import type { LedgerAccount } from '#domain/ledger/accounts.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import type { PaymentFact, PaymentProvider } from '#domain/payment/payment-event.ts';
import type { ReversalFact, ReversalKind } from '#domain/payment/reversal.ts';

/** A payment event, stored once. `intent_id` is null for a quarantined one. */
export interface PaymentEventRow {
  provider: PaymentProvider;
  event_id: string;
  intent_id: string | null;
  session_id: string;
  kind: PaymentFact['kind'];
  collected_minor: number | null;
  collected_currency: CurrencyCode | null;
  occurred_at: string;
  received_at: string;
}

/**
 * The address that a guest typed on the provider's page. Both columns are null after it was erased; the row stays for a
 * while, so that a repeated message from the provider does not bring the address back.
 */
export interface PayerEmailRow {
  intent_id: string;
  email: string | null;
  /** The form in which addresses are compared. */
  email_key: string | null;
  paid_at: string;
}

/**
 * The card that paid, as the provider names it. The columns are null after they were erased; the row stays, so that a
 * repeated report does not bring them back.
 */
export interface PaymentCardRow {
  intent_id: string;
  brand: string | null;
  last_four: string | null;
  /** When the donation was made. */
  paid_at: string;
}

/** PayPal's refusals of a payment: how many there were, and whether a capture was declined. No row means no refusal. */
export interface PayPalRefusalsRow {
  intent_id: string;
  count: number;
  is_declined: number;
  refused_at: string;
}

/** A subject that requested the checkout of an intent: a hash of a network, browser or account (`subjectsOf`). */
export interface CheckoutSubjectRow {
  subject: string;
  intent_id: string;
  opened_at: string;
}

/** A refusal of a payer's card or account, stored once. */
export interface DeclineRow {
  provider: PaymentProvider;
  decline_id: string;
  intent_id: string;
  declined_at: string;
}

/** A subject that may request no checkout for now. */
export interface ClosedSubjectRow {
  subject: string;
  closed_until: string;
}

/** A genuine message that does not match our records and waits for review. `detail` is JSON. */
export interface QuarantinedEventRow {
  provider: PaymentProvider;
  event_id: string;
  reason: string;
  detail: string;
  /** The intent that a payment event is about, if it is known. */
  intent_id: string | null;
  quarantined_at: string;
  resolved_at: string | null;
}

/**
 * A refund or dispute in its latest state. `amount_minor` is the refunded or disputed amount. `taken_minor` is what the ledger
 * has posted for it, net: `subtotal_minor` and `service_fee_minor` of the charge, and `loss_minor` beyond the charge, all in
 * the charge's currency. `is_active` is 1 while `taken_minor` is not zero. `postings` counts the ledger transactions written
 * for it.
 */
export interface ReversalRow {
  provider: PaymentProvider;
  reversal_id: string;
  kind: ReversalKind;
  payment_id: string;
  /** Null until the payment is settled here. */
  intent_id: string | null;
  status: ReversalFact;
  amount_minor: number;
  currency: CurrencyCode;
  is_active: number;
  /** 1 if its money is the sum of its `reversal_movements`; otherwise its status and amount say what was taken. */
  is_itemized: number;
  taken_minor: number;
  subtotal_minor: number;
  service_fee_minor: number;
  loss_minor: number;
  /** What the decision of a lost dispute refunded to the payer, in the currency of `amount_minor`; null if unknown. */
  refunded_minor: number | null;
  /** When that decision was last changed; null if there is none. */
  decided_at: string | null;
  postings: number;
  occurred_at: string;
  updated_at: string;
  /** The donation of `intent_id`, with its time and charge, copied by triggers; null if there is no donation. */
  donation_id: string | null;
  donated_at: string | null;
  charge_total_minor: number | null;
}

/** A provider's message about a refund or dispute, stored once. */
export interface ReversalEventRow {
  provider: PaymentProvider;
  event_id: string;
  reversal_id: string;
  fact: ReversalFact;
  amount_minor: number | null;
  currency: CurrencyCode | null;
  occurred_at: string;
  received_at: string;
}

/** A movement of money that a provider lists for a dispute, stored once. Negative when the money left us. */
export interface ReversalMovementRow {
  provider: PaymentProvider;
  movement_id: string;
  reversal_id: string;
  amount_minor: number;
  currency: CurrencyCode;
  occurred_at: string;
}

/** A restored backup, noticed because the provider knew payments that the database lacked. */
export interface RestoreRow {
  noticed_at: string;
  /** Events between this instant and `noticed_at` may be missing, or may already have been handled before the restore. */
  known_until: string;
}

/** An installation of the product whose payments are ours. Number 1 is this one, which replaces the others. */
export interface InstallationRow {
  number: number;
  id: string;
}

/** A payment that was rebuilt from its record at the provider. */
export interface RebuiltPaymentRow {
  intent_id: string;
  rebuilt_at: string;
  /** The user who made the donation, if the account no longer exists. */
  lost_donor_id: string | null;
}

/** A group of ledger entries. `cause` is unique, such as `settlement:int_…`. */
export interface LedgerTransactionRow {
  id: string;
  cause: string;
  intent_id: string | null;
  occurred_at: string;
  posted_at: string;
}

/** One line of the ledger. Never updated, never deleted. */
export interface LedgerEntryRow {
  transaction_id: string;
  line: number;
  account: LedgerAccount;
  amount_minor: number;
  currency: CurrencyCode;
}

/** One reconciliation with the providers; `result` is JSON with its counts and discrepancies. */
export interface ReconciliationRunRow {
  id: string;
  scope: 'open' | 'recent';
  status: 'finished' | 'unavailable';
  since: string;
  started_at: string;
  finished_at: string;
  result: string;
}
