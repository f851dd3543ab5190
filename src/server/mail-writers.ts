import type { MailWriters } from './mail/mail-writer.ts';
import { writeReceiptMail } from '#server/receipts/index.ts';

/** Every mail that the outbox can ask for. */
export const mailWriters: MailWriters = { receipt: writeReceiptMail };
