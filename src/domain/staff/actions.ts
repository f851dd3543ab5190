/**
 * All actions in the audit log, with their words. The product itself takes a few of them, such as `webhook_switched_off`. Each
 * feature adds its actions to this list.
 */
export const staffActions = {
  refund_requested: 'Requested a refund',
  payment_record_requested: 'Asked to record a quarantined payment',
  payment_refund_requested: 'Refunded a payment that was not recorded',
  review_dismissed: 'Marked an item under review as resolved',
  job_retried: 'Ran a dead job again',
  job_discarded: 'Discarded a dead job',
  receipt_resent: 'Sent a receipt again',
  payer_email_corrected: "Corrected a guest's address",
  claim_link_made: 'Made a claim link',
  note_added: 'Added a note',
  donations_downloaded: 'Downloaded donations',
  booking_taken_back: 'Took back a booked movement, because its payment was recorded',
  movement_booked: 'Booked a movement of a provider balance',
  donor_data_downloaded: "Downloaded a donor's data",
  yearly_statement_downloaded: "Downloaded a donor's yearly statement",
  donor_erased: 'Erased a donor',
  donors_merged: 'Merged two donors',
  held_emails_sent: 'Sent the held emails',
  held_emails_discarded: 'Discarded the held emails',
  plan_stopped: 'Stopped a monthly donation until its donor chooses another charity',
  plan_restarted: 'Resumed a monthly donation, because its charity takes donations again',
  lost_plan_canceled: 'Canceled a monthly donation without an account',
  message_answered: 'Replied to a message',
  message_deleted: 'Deleted a message',
  network_messages_deleted: 'Deleted all messages from a network',
  trial_balance_downloaded: 'Downloaded a trial balance',
  month_closed: 'Closed a month',
  month_downloaded: 'Downloaded the archive of a month',
  subscribers_downloaded: 'Downloaded the list of subscribers',
  subscriber_erased: 'Erased a subscriber',
  newsletter_created: 'Created a newsletter',
  newsletter_saved: 'Changed a newsletter',
  newsletter_deleted: 'Deleted a draft of a newsletter',
  newsletter_tested: 'Sent a newsletter to themselves',
  newsletter_sent: 'Sent a newsletter',
  newsletter_paused: 'Paused a newsletter',
  newsletter_resumed: 'Resumed a newsletter',
  postal_address_set: 'Set the postal address of newsletters',
  approval_requested: 'Requested an approval',
  approval_given: 'Approved a request',
  approval_waived: 'Approved their own request: no one else could',
  approval_declined: 'Declined a request',
  approval_withdrawn: 'Withdrew a request of someone who left the team',
  staff_invited: 'Invited someone to the team',
  invitation_withdrawn: 'Withdrew an invitation',
  staff_joined: 'Joined the team',
  role_changed: 'Changed a role',
  membership_ended: 'Removed someone from the team',
  staff_account_deleted: 'Deleted their account and left the team',
  payout_batch_created: 'Created a batch of payouts',
  payout_batch_paid: 'Marked a batch of payouts as paid',
  payout_batch_paid_alone: 'Marked their own batch of payouts as paid: no one else could',
  payout_batch_canceled: 'Canceled a batch of payouts',
  payout_returned: 'Recorded that the bank returned a payout',
  payout_confirmed: 'Recorded that a charity confirmed a payout',
  bank_file_downloaded: 'Downloaded a bank file',
  statement_downloaded: 'Downloaded a statement for a charity',
  bank_account_entered: 'Entered a bank account',
  bank_account_approved: 'Approved a bank account',
  bank_account_approved_alone: 'Approved their own bank account: no one else could',
  bank_account_rejected: 'Rejected a bank account',
  version_published: 'Published a version',
  picture_uploaded: 'Uploaded a picture',
  audit_log_downloaded: 'Downloaded the audit log',
  token_made: 'Made an API token',
  token_revoked: 'Revoked an API token',
  token_used: 'Changed something with an API token',
  webhook_added: 'Added a webhook endpoint',
  webhook_changed: 'Changed a webhook endpoint',
  webhook_secret_rotated: 'Gave a webhook endpoint a new secret',
  webhook_paused: 'Paused a webhook endpoint',
  webhook_resumed: 'Resumed a webhook endpoint',
  webhook_removed: 'Removed a webhook endpoint',
  webhook_tested: 'Sent a test event to a webhook endpoint',
  webhook_redelivered: 'Sent a webhook again',
  webhook_switched_off: 'Switched off a webhook endpoint that kept failing',
} as const;

export type StaffAction = keyof typeof staffActions;

export const isStaffAction = (name: string): name is StaffAction => Object.hasOwn(staffActions, name);

/** The kinds of subject that an action can have. Each feature adds its kinds to this list. */
export type SubjectKind =
  | 'donation'
  | 'donor'
  | 'review_item'
  | 'movement'
  | 'donations'
  | 'plan'
  | 'emails'
  | 'message'
  | 'network'
  | 'user'
  | 'invitation'
  | 'newsletter'
  | 'payout_batch'
  | 'payout'
  | 'bank_account'
  | 'day'
  | 'month'
  | 'published'
  | 'picture'
  | 'audit_log'
  | 'token'
  | 'webhook';

/** The subject of an action: a kind and an id, or a fixed word if there is only one subject of the kind. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
}
