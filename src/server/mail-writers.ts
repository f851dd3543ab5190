import { writeAlertMail, writeMergeMail } from '#server/admin/index.ts';
import { writeArrivalMail } from '#server/arrival/index.ts';
import { writeEmailChangedMail, writeLinkMail, writePasswordChangedMail } from '#server/auth/index.ts';
import { writeNoticeMail, writeReplyMail } from '#server/messages/index.ts';
import type { MailWriters } from './mail/mail-writer.ts';
import { newsletterMail, writeConfirmationMail, writeTestMail } from '#server/newsletter/index.ts';
import { writeReversalMail } from '#server/payments/index.ts';
import { writeReceiptMail } from '#server/receipts/index.ts';
import { planMailWriters } from '#server/recurring/index.ts';
import { writeInvitationMail } from '#server/staff/index.ts';

/** The writer of each email that the outbox sends. */
export const mailWriters: MailWriters = {
  ...planMailWriters,
  receipt: writeReceiptMail,
  reversal: writeReversalMail,
  arrival: writeArrivalMail,
  confirm_email: writeLinkMail,
  change_email: writeLinkMail,
  reset_password: writeLinkMail,
  email_changed: writeEmailChangedMail,
  password_changed: writePasswordChangedMail,
  donors_merged: writeMergeMail,
  contact_notice: writeNoticeMail,
  contact_reply: writeReplyMail,
  newsletter_confirmation: writeConfirmationMail,
  newsletter: newsletterMail,
  newsletter_test: writeTestMail,
  staff_invitation: writeInvitationMail,
  staff_alert: writeAlertMail,
};
