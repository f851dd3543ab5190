import type { MailWriters } from './mail/mail-writer.ts';
import { planMailWriters } from '#server/recurring/index.ts';
import { writeReversalMail } from '#server/payments/index.ts';
import { writeReceiptMail } from '#server/receipts/index.ts';

/** Every mail that the outbox can ask for. */
export const mailWriters: MailWriters = { ...planMailWriters, receipt: writeReceiptMail, reversal: writeReversalMail };
