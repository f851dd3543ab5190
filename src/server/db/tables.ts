import type { PaymentFact, PaymentProvider } from '#domain/payment/payment-event.ts';
import type { PaymentStatus } from '#domain/payment/payment-state.ts';
import type { PlanRow, PlanTermsRow } from './plan-tables.ts';
import type { QuarantinedEventRow, ReversalEventRow, ReversalRow } from './reversal-tables.ts';

export type { PlanRow, PlanTermsRow } from './plan-tables.ts';
export type { QuarantinedEventRow, ReversalEventRow, ReversalRow } from './reversal-tables.ts';

/**
 * The tables as queries see them, the same on both engines: integers are safe numbers, instants ISO texts in UTC, days
 * YYYY-MM-DD, truth values 0 or 1, JSON is text.
 */
export interface Tables {
  snacks: SnackRow;
  charities: CharityRow;
  donation_intents: DonationIntentRow;
  payment_events: PaymentEventRow;
  quarantined_events: QuarantinedEventRow;
  plans: PlanRow;
  plan_terms: PlanTermsRow;
  reversals: ReversalRow;
  reversal_events: ReversalEventRow;
  donations: DonationRow;
  ledger_transactions: LedgerTransactionRow;
  ledger_entries: LedgerEntryRow;
  outbox: OutboxRow;
  reconciliation_runs: ReconciliationRunRow;
  users: UserRow;
  sessions: SessionRow;
  login_failures: LoginFailureRow;
  turns: { subject: string };
  mail_links: MailLinkRow;
  second_factors: SecondFactorRow;
  unasked_mails: UnaskedMailRow;
  contact_messages: ContactMessageRow;
  contact_replies: ContactReplyRow;
  newsletter_subscribers: SubscriberRow;
}

export interface SnackRow {
  id: number;
  name: string;
  price_minor: number;
  price_currency: string;
  meals: number;
  position: number;
}

export interface CharityRow {
  id: number;
  name: string;
}

/** What somebody set out to give, with its money frozen at that moment. */
export interface DonationIntentRow {
  id: string;
  donation_id: string;
  idempotency_key: string | null;
  request_hash: string;
  version: number;
  status: PaymentStatus;
  provider: PaymentProvider;
  /** Whoever was signed in at checkout. */
  donor_id: string | null;
  provider_session_id: string | null;
  /** The provider's id of the money itself; null until it is known. */
  provider_payment_id: string | null;
  /** SHA-256 of the key that the browser which made a PayPal order holds; null for all others. */
  browser_key_hash: string | null;
  /** The monthly gift that this payment belongs to; null for one-time gifts. */
  plan_id: string | null;
  checkout_url: string | null;
  expires_at: string;
  charity_id: number;
  label: string;
  items: string;
  meals: number;
  is_recurring: number;
  amount_minor: number;
  service_fee_minor: number;
  currency: string;
  charge_subtotal_minor: number;
  charge_service_fee_minor: number;
  charge_total_minor: number;
  charge_currency: string;
  exchange_rate: string;
  rates_set_on: string;
  time_zone: string;
  success_url: string;
  cancel_url: string;
  created_at: string;
  updated_at: string;
}

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

/** A paid donation. `donor_id` is null until somebody claims it. */
export interface DonationRow {
  id: string;
  intent_id: string;
  donor_id: string | null;
  charity_id: number;
  label: string;
  meals: number;
  is_recurring: number;
  amount_minor: number;
  service_fee_minor: number;
  currency: string;
  charge_subtotal_minor: number;
  charge_service_fee_minor: number;
  charge_total_minor: number;
  charge_currency: string;
  exchange_rate: string;
  rates_set_on: string;
  donated_at: string;
  donated_on: string;
  time_zone: string;
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

/** Work that must happen after a commit, such as a mail. */
export interface OutboxRow {
  id: string;
  kind: string;
  payload: string;
  dedupe_key: string;
  status: string;
  run_at: string;
  attempts: number;
  locked_until: string | null;
  last_error: string | null;
  created_at: string;
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

/** An account. `username_key` and `email_key` are the folded forms in which names are unique. */
export interface UserRow {
  id: string;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  password_hash: string;
  first_name: string | null;
  last_name: string | null;
  country: string;
  time_zone: string;
  role: 'donor' | 'admin';
  created_at: string;
  /** When a mailed link proved that `email` is the person's own; null until then. */
  email_confirmed_at: string | null;
}

/** A signed-in device; only the SHA-256 of its token is kept. */
export interface SessionRow {
  token_hash: string;
  user_id: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
  device: string;
}

/** One failed login of a subject: an account's folded name, or an address. */
export interface LoginFailureRow {
  id: string;
  subject: string;
  failed_at: string;
}

/** A link that was mailed to `email` and works once; only the SHA-256 of its token is kept. */
export interface MailLinkRow {
  token_hash: string;
  user_id: string;
  purpose: 'confirm_email' | 'change_email' | 'reset_password';
  email: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** A second factor; in force once it is confirmed. `recovery_hashes` is a JSON list of what is left of the recovery codes. */
export interface SecondFactorRow {
  user_id: string;
  secret: string;
  confirmed_at: string | null;
  last_step: number;
  recovery_hashes: string;
}

/** A mail that somebody had sent to an address that may not be theirs; `subject` names the kind of mail and the address. */
export interface UnaskedMailRow {
  id: string;
  subject: string;
  sent_at: string;
}

/** A contact message; `content` is JSON with name, email, subject and message as they were written. */
export interface ContactMessageRow {
  id: string;
  content: string;
  status: 'new' | 'read';
  sent_at: string;
  read_at: string | null;
}

/** An answer to a contact message; `content` is a JSON text. */
export interface ContactReplyRow {
  id: string;
  message_id: string;
  content: string;
  replied_at: string;
}

/** Somebody who asked for the newsletter, with the consent as it was given. */
export interface SubscriberRow {
  id: string;
  email: string;
  email_key: string;
  status: 'waiting' | 'confirmed' | 'unsubscribed';
  consent_text: string;
  consent_source: string;
  requested_at: string;
  confirm_token_hash: string | null;
  confirm_expires_at: string | null;
  confirmed_at: string | null;
  unsubscribe_token: string;
  unsubscribed_at: string | null;
}
