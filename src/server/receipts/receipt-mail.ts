import * as z from 'zod';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/mail/transport.ts';
import { giftReceipt } from './gift-receipt.ts';
import { receiptFileName, writeReceiptDocument } from './receipt-document.ts';

const receiptPayload = z.object({ donationId: z.string() });

/**
 * Writes the receipt of a donation to whoever was signed in when it was given. Undefined for a gift of nobody known, even when
 * it was claimed since: its donor has seen the receipt on the thank-you page, and left no address with it. The receipt comes along as a document.
 */
export async function writeReceiptMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { donationId } = receiptPayload.parse(JSON.parse(job.payload));
  const row = await findGiverAndGift(deps.db.read, donationId);
  if (!row) return undefined;
  const name = row.first_name?.trim() || row.username; // oxlint-disable-line typescript/prefer-nullish-coalescing -- a name of blanks is none
  const receipt = giftReceipt(row);
  const content = { ...receipt, donorName: name, historyUrl: `${deps.config.publicUrl}/donation-history` };
  return {
    messageId: messageIdOf(deps.config, `receipt.${donationId}`),
    from: senderOf(deps.config),
    to: { name, address: row.email },
    ...(await deps.renderMail('receipt', content)),
    attachments: [
      {
        filename: receiptFileName(receipt),
        contentType: 'application/pdf',
        write: () => writeReceiptDocument(receipt),
      },
    ],
  };
}

/** The donation together with who gave it: the intent's donor, as long as the donation is still theirs. */
const findGiverAndGift = (db: Queryable, donationId: string) =>
  db
    .selectFrom('donations')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .innerJoin('users', 'users.id', 'donation_intents.donor_id')
    .innerJoin('charities', 'charities.id', 'donations.charity_id')
    .selectAll('donations')
    .select(['users.email', 'users.username', 'users.first_name', 'charities.name as charity_name'])
    .select('donation_intents.provider')
    .where('donations.id', '=', donationId)
    .whereRef('donations.donor_id', '=', 'donation_intents.donor_id')
    .executeTakeFirst();
