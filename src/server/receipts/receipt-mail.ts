import * as z from 'zod';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { receiptFileName, writeReceiptDocument } from './receipt-document.ts';
import { receiptOf } from './receipt.ts';

const receiptPayload = z.object({ donationId: z.string() });

/**
 * The receipt email to the user who made the donation, with the receipt attached as a PDF. Undefined for an anonymous donation,
 * even one that has been claimed since: its donor saw the receipt on the thank-you page and left no address.
 */
export async function writeReceiptMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { donationId } = receiptPayload.parse(JSON.parse(job.payload));
  const row = await findDonationWithDonor(deps.db.read, donationId);
  if (!row) return undefined;
  const name = row.first_name?.trim() || row.username; // oxlint-disable-line typescript/prefer-nullish-coalescing -- a blank name is no name
  const receipt = receiptOf(row);
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

/** A donation with the donor of its intent, as long as the donation still belongs to that donor. */
const findDonationWithDonor = (db: Queryable, donationId: string) =>
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
