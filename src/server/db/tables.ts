import type { CharityRow, DonationIntentRow, DonationRow, SnackRow } from './gift-tables.ts';
import type { PlanRow, PlanTermsRow } from './plan-tables.ts';
import type { QuarantinedEventRow, ReversalEventRow, ReversalRow } from './reversal-tables.ts';
import type { LedgerEntryRow, LedgerTransactionRow, PaymentEventRow, ReconciliationRunRow } from './payment-tables.ts';
import type {
  ContactMessageRow,
  ContactReplyRow,
  LoginFailureRow,
  MailLinkRow,
  SecondFactorRow,
  SessionRow,
  SubscriberRow,
  UnaskedMailRow,
  UserRow,
} from './person-tables.ts';

export type {
  CharityRow,
  ContactMessageRow,
  ContactReplyRow,
  DonationIntentRow,
  DonationRow,
  LedgerEntryRow,
  LedgerTransactionRow,
  LoginFailureRow,
  MailLinkRow,
  PaymentEventRow,
  PlanRow,
  PlanTermsRow,
  QuarantinedEventRow,
  ReconciliationRunRow,
  ReversalEventRow,
  ReversalRow,
  SecondFactorRow,
  SessionRow,
  SnackRow,
  SubscriberRow,
  UnaskedMailRow,
  UserRow,
};

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

/** Work that must happen after a commit, such as a mail. */
export interface OutboxRow {
  id: string;
  kind: string;
  payload: string;
  dedupe_key: string;
  /** Id of the account, monthly gift or newsletter subscription that the job is about; null for any other job. */
  about: string | null;
  status: string;
  run_at: string;
  attempts: number;
  locked_until: string | null;
  last_error: string | null;
  created_at: string;
}
