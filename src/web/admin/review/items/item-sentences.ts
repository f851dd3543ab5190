import type { QuarantineReason } from '#contract/admin/review/review.ts';
import type { ReviewItem } from '#contract/admin/review/review-items.ts';
import type { JobKind } from '#domain/review/job-kinds.ts';
import { unlistedRefund, type ReviewAction } from '#domain/review/review-item.ts';

/** Says what happened. A quarantined item has one sentence per reason. */
export const describeItem = ({ kind, reasons, job }: ReviewItem): string[] => {
  switch (kind) {
    case 'quarantined':
      return reasons.map((reason) => (isKeyOf(sentences, reason) ? sentences[reason] : reason));
    case 'dispute':
      return ['The payer asked their bank or PayPal for the money back.'];
    case 'job':
      return [
        `${job && isKeyOf(jobs, job.kind) ? jobs[job.kind] : 'A job'} failed for about two days, so it is no longer retried.`,
      ];
    case 'difference':
      return reasons.includes(unlistedRefund)
        ? ['We recorded this refund, but the provider did not list it.']
        : ['We recorded this donation, but the provider did not list its payment as paid.'];
  }
};

/** False for a reason or a kind of job that a newer server sends and this page does not know. */
const isKeyOf = <Key extends string>(texts: Readonly<Record<Key, string>>, key: string): key is Key =>
  Object.hasOwn(texts, key);

const sentences: Readonly<Record<QuarantineReason, string>> = {
  unknown_session: 'Someone paid for something that is not in our records.',
  unknown_dispute: 'The provider named a dispute that it does not have.',
  other_session: 'A donation that was already paid was paid a second time.',
  other_account: 'The message is about another account at the provider.',
  other_mode: 'A test message arrived with live keys, or the reverse.',
  other_currency: 'The currency of the payment, refund or dispute is not the donation’s.',
  other_amount: 'The amount differs from the donation’s.',
  other_payment: 'A refund or dispute now names a different payment.',
  unknown_status: 'A refund or dispute has a status that we do not know.',
  sums_differ: 'The sums of a refund or dispute contradict each other.',
  no_payment: 'An invoice was marked as paid by hand, without a payment.',
  plan_over: 'A monthly donation was charged after it had ended.',
  invalid_record: 'A lost payment has a damaged record at the provider.',
  other_record: 'The record at the provider differs from ours.',
  other_installation: 'Another installation of the product took this payment.',
  not_in_catalogue: 'A lost payment is for a charity or snack that we no longer have.',
  unreadable: 'The provider sent something that we could not read.',
  refund_refused: 'The provider refused our refund.',
};

/** What a job does, by kind. */
const jobs: Readonly<Record<JobKind, string>> = {
  receipt: 'Sending a receipt',
  confirm_email: 'Sending the link that confirms an email address',
  change_email: 'Sending the link that confirms a new email address',
  reset_password: 'Sending the link for a new password',
  email_changed: 'Sending the email about a changed email address',
  password_changed: 'Sending the email about a changed password',
  donors_merged: 'Sending the email about merged donors',
  contact_notice: 'Sending the email about a new contact message',
  contact_reply: 'Sending a reply to a contact message',
  newsletter_confirmation: 'Sending the link that confirms a subscription',
  newsletter_test: 'Sending a test of a newsletter',
  newsletter: 'Sending a newsletter to a subscriber',
  staff_invitation: 'Sending an invitation to the team',
  staff_alert: 'Sending an alert to the team',
  reversal: 'Sending the email about a refund or dispute',
  arrival: 'Sending the email that donations have arrived',
  announce_arrival: 'Preparing the emails that donations have arrived',
  refund_payment: 'A refund at the provider',
  capture_order: 'Capturing a payment at PayPal',
  cancel_plan: 'Canceling a monthly donation at the provider',
  follow_charity: 'Stopping or restarting a monthly donation whose charity was retired or brought back',
  plan_ended: 'Sending the email that a monthly donation has ended',
  plan_changed: 'Sending the email about a change of a monthly donation',
  renewal_failed: 'Sending the email that a monthly payment failed',
  renewal_notice: 'Sending the email before a monthly payment',
  choose_charity: 'Asking a monthly donor to choose another charity',
  expire_session: 'Expiring a payment page at the provider',
  announce_event: 'Preparing webhooks about an event',
  deliver_webhook: 'Sending a webhook',
  fetch_payer: 'Looking up a guest’s email address at PayPal',
};

interface ActionTexts {
  /** The label of the button. */
  readonly name: string;
  /** Its label while the action runs. */
  readonly busyText: string;
  /** The question of the dialog. */
  readonly title: string;
  /** Says what will happen. */
  readonly effect: string;
}

/** Returns the texts of the dialog for an action on an item. */
export const textsOf = (action: ReviewAction, { kind }: ReviewItem): ActionTexts => {
  switch (action) {
    case 'record':
      return {
        name: 'Record donation',
        busyText: 'Recording…',
        title: 'Record this donation?',
        effect:
          'The payment is fetched from the provider again. If it matches now, the donation is recorded and its receipt is sent; otherwise nothing changes.',
      };
    case 'refund':
      return {
        name: 'Refund payment',
        busyText: 'Refunding…',
        title: 'Refund this payment?',
        effect:
          'The provider returns everything to the payer. The payment does not become a donation. A large or unknown amount waits until a second person has approved it.',
      };
    case 'retry':
      return {
        name: 'Try again',
        busyText: 'Requesting…',
        title: 'Try this job again?',
        effect: 'The job runs within seconds. It is safe to repeat: nothing is refunded or canceled twice.',
      };
    case 'discard':
      return {
        name: 'Discard',
        busyText: 'Discarding…',
        title: 'Discard this job?',
        effect: 'The job will not run again.',
      };
    case 'dismiss':
      return { ...dismissal, ...dismissals[kind] };
  }
};

const dismissal: ActionTexts = {
  name: 'Mark as resolved',
  busyText: 'Saving…',
  title: 'Mark this as resolved?',
  effect: 'It leaves this list. Nothing is recorded, and no money moves.',
};

const dismissals: Readonly<Partial<Record<ReviewItem['kind'], Partial<ActionTexts>>>> = {
  quarantined: { name: 'Not ours', title: 'Mark this as not ours?' },
  dispute: {
    effect:
      'It leaves this list until the provider reports something new. The ledger follows the provider’s decision automatically.',
  },
};
