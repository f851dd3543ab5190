import type { JobKind } from '#domain/review/job-kinds.ts';
import type {
  ConfiguredPasswordRow,
  ContactMessageRow,
  ContactReplyRow,
  KnownDeviceRow,
  LoginFailureRow,
  MailLinkRow,
  SecondFactorRow,
  SessionRow,
  SubscriberRow,
  CountedMailRow,
  UserRow,
} from './tables/account.ts';
import type {
  BalanceComparisonRow,
  ProviderMovementRow,
  ProviderPayoutRow,
  ProviderReadRow,
} from './tables/balance.ts';
import type { PublicLogTables } from './tables/public-log.ts';
import type { BackupRow } from './tables/backup.ts';
import type { DisputeDeadlineRow, ReviewResolutionRow } from './tables/review.ts';
import type {
  ClosedMonthRow,
  DailyBalanceRow,
  DailyMoneyInRow,
  HourlyMovementRow,
  LedgerProgressRow,
} from './tables/accounting.ts';
import type {
  CharityRow,
  DonationClaimRow,
  DonationIntentRow,
  DonationNoteRow,
  DonationRow,
  PlanRow,
  PlanTermsRow,
  SnackRow,
} from './tables/donation.ts';
import type {
  CheckoutSubjectRow,
  ClosedSubjectRow,
  DeclineRow,
  InstallationRow,
  LedgerEntryRow,
  LedgerTransactionRow,
  PayerEmailRow,
  PaymentCardRow,
  PaymentEventRow,
  PayPalRefusalsRow,
  QuarantinedEventRow,
  RebuiltPaymentRow,
  ReconciliationRunRow,
  RestoreRow,
  ReversalEventRow,
  ReversalMovementRow,
  ReversalRow,
} from './tables/payment.ts';
import type {
  BankAccountRow,
  PayableEntryRow,
  PayoutBatchRow,
  PayoutConfirmationRow,
  PayoutReturnRow,
  PayoutRow,
  ReturnedEntryRow,
  StatementLinkRow,
} from './tables/payout.ts';
import type { NewsletterRecipientRow, NewsletterRow, NewsletterSettingsRow } from './tables/newsletter.ts';
import type { PictureRow } from './tables/picture.ts';
import type { PublishedVersionRow, RateFetchRow } from './tables/publishing.ts';
import type { ProcessTables } from './tables/processes.ts';
import type { DailyDonationsRow, DonationSums } from './tables/report.ts';
import type { TransparencyTables } from './tables/transparency.ts';
import type {
  AlertConditionRow,
  AlertMarkRow,
  ApiTokenRow,
  ApprovalRow,
  AuditLogRow,
  StaffInvitationRow,
} from './tables/staff.ts';
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from './tables/webhook.ts';

export { jobKinds, type JobKind } from '#domain/review/job-kinds.ts';
export type { LogCommitmentRow, LogHeadRow, LogKeyRow, LogLeafRow, LogNodeRow } from './tables/public-log.ts';

export type {
  ApprovalRow,
  AuditLogRow,
  BankAccountRow,
  CharityRow,
  CheckoutSubjectRow,
  ClosedMonthRow,
  ConfiguredPasswordRow,
  ContactMessageRow,
  ContactReplyRow,
  DailyBalanceRow,
  DailyDonationsRow,
  DailyMoneyInRow,
  HourlyMovementRow,
  DeclineRow,
  DisputeDeadlineRow,
  DonationClaimRow,
  DonationIntentRow,
  DonationRow,
  DonationSums,
  KnownDeviceRow,
  LedgerEntryRow,
  LedgerProgressRow,
  LedgerTransactionRow,
  MailLinkRow,
  NewsletterRecipientRow,
  NewsletterRow,
  NewsletterSettingsRow,
  PayerEmailRow,
  PaymentEventRow,
  PayoutBatchRow,
  PayoutRow,
  PlanRow,
  PlanTermsRow,
  PublishedVersionRow,
  RateFetchRow,
  QuarantinedEventRow,
  ReconciliationRunRow,
  ReversalMovementRow,
  ReversalRow,
  ReviewResolutionRow,
  SecondFactorRow,
  SessionRow,
  SnackRow,
  SubscriberRow,
  UserRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
};

/**
 * The tables as queries see them, the same on both engines: integers are safe numbers, instants ISO texts in UTC, days
 * YYYY-MM-DD, booleans 0 or 1, JSON is text, files are bytes.
 */
export interface Tables extends ProcessTables, PublicLogTables, TransparencyTables {
  snacks: SnackRow;
  charities: CharityRow;
  donation_intents: DonationIntentRow;
  payment_events: PaymentEventRow;
  quarantined_events: QuarantinedEventRow;
  plans: PlanRow;
  plan_terms: PlanTermsRow;
  reversals: ReversalRow;
  reversal_events: ReversalEventRow;
  reversal_movements: ReversalMovementRow;
  payer_emails: PayerEmailRow;
  payment_cards: PaymentCardRow;
  restores: RestoreRow;
  installations: InstallationRow;
  rebuilt_payments: RebuiltPaymentRow;
  paypal_refusals: PayPalRefusalsRow;
  checkout_subjects: CheckoutSubjectRow;
  declines: DeclineRow;
  closed_subjects: ClosedSubjectRow;
  donations: DonationRow;
  donation_claims: DonationClaimRow;
  donation_notes: DonationNoteRow;
  ledger_transactions: LedgerTransactionRow;
  ledger_entries: LedgerEntryRow;
  ledger_progress: LedgerProgressRow;
  daily_balances: DailyBalanceRow;
  daily_money_in: DailyMoneyInRow;
  hourly_movements: HourlyMovementRow;
  daily_donations: DailyDonationsRow;
  closed_months: ClosedMonthRow;
  bank_accounts: BankAccountRow;
  payout_batches: PayoutBatchRow;
  payouts: PayoutRow;
  payable_entries: PayableEntryRow;
  payout_returns: PayoutReturnRow;
  returned_entries: ReturnedEntryRow;
  statement_links: StatementLinkRow;
  payout_confirmations: PayoutConfirmationRow;
  provider_payouts: ProviderPayoutRow;
  provider_movements: ProviderMovementRow;
  provider_reads: ProviderReadRow;
  balance_comparisons: BalanceComparisonRow;
  outbox: OutboxRow;
  reconciliation_runs: ReconciliationRunRow;
  users: UserRow;
  configured_passwords: ConfiguredPasswordRow;
  sessions: SessionRow;
  known_devices: KnownDeviceRow;
  login_failures: LoginFailureRow;
  mail_links: MailLinkRow;
  second_factors: SecondFactorRow;
  unasked_mails: CountedMailRow;
  contact_messages: ContactMessageRow;
  contact_replies: ContactReplyRow;
  newsletter_subscribers: SubscriberRow;
  newsletters: NewsletterRow;
  newsletter_recipients: NewsletterRecipientRow;
  newsletter_settings: NewsletterSettingsRow;
  audit_log: AuditLogRow;
  approvals: ApprovalRow;
  staff_invitations: StaffInvitationRow;
  api_tokens: ApiTokenRow;
  alert_conditions: AlertConditionRow;
  alert_marks: AlertMarkRow;
  review_resolutions: ReviewResolutionRow;
  dispute_deadlines: DisputeDeadlineRow;
  published_versions: PublishedVersionRow;
  pictures: PictureRow;
  rate_fetches: RateFetchRow;
  backups: BackupRow;
  webhook_endpoints: WebhookEndpointRow;
  webhook_deliveries: WebhookDeliveryRow;
  webhook_attempts: WebhookAttemptRow;
}

/** A job to run after a commit, such as an email. */
export interface OutboxRow {
  id: string;
  kind: JobKind;
  /** A JSON object whose values are strings. */
  payload: string;
  dedupe_key: string;
  /** Id of the account, plan, newsletter subscription or donation that the job is about; null for any other job. */
  about: string | null;
  /**
   * - `no_recipient`: an email that could not be sent, because no address was known when it was due.
   * - `expired`: an email that was not sent, because its link no longer worked.
   * - `held`: an email that may have been sent before a restore, until an administrator sends or discards it.
   * - `paused`: an email of a newsletter that is paused.
   */
  status: 'waiting' | 'done' | 'no_recipient' | 'expired' | 'dead' | 'held' | 'paused' | 'discarded';
  run_at: string;
  attempts: number;
  /**
   * The attempts that found the mail server unavailable, or had to wait for something else. They affect neither the delays nor
   * which attempt is the last.
   */
  unavailable_attempts: number;
  locked_until: string | null;
  last_error: string | null;
  created_at: string;
  /** The span that enqueued the job, as a W3C `traceparent` header, so that the job continues its trace; null outside a trace. */
  traceparent: string | null;
}
