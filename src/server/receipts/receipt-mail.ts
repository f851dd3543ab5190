import * as z from 'zod';
import { currentSender } from '#server/current-words.ts';
import type { Deps } from '#server/deps.ts';
import { findDonationForMail, recipientOf } from '#server/donations/index.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { proveDonation } from '#server/public-log/index.ts';
import { proofFileName, receiptFileName, receiptOf } from './receipt.ts';
import { proofContentOf } from './receipt-proof.ts';

/** `copy` numbers a receipt that is sent again. Each copy has its own Message-ID; otherwise mail programs would drop it. */
const receiptPayload = z.object({ donationId: z.string(), copy: z.string().optional() });

/**
 * Writes the receipt email, with the receipt attached, and its proof if there is one. The email goes to the account's address, or
 * to the address that a guest typed when paying, even if the donation has been claimed since. Returns undefined if there is no
 * address.
 */
export async function writeReceiptMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { donationId, copy } = receiptPayload.parse(JSON.parse(job.payload));
  const row = await findDonationForMail(deps.db.read, donationId);
  const recipient = row && recipientOf(deps.config, row, 'payer');
  if (!recipient) return undefined;
  const proof = await proveDonation(deps, donationId);
  const receipt = receiptOf(row, proofContentOf(deps.config, proof));
  const sender = currentSender(deps);
  return {
    messageId: messageIdOf(deps.config, copy === undefined ? `receipt.${donationId}` : `receipt.${donationId}.${copy}`),
    from: senderOf(deps),
    to: recipient.to,
    ...(await deps.renderMail('receipt', { ...receipt, reader: recipient.reader })),
    attachments: [
      {
        filename: receiptFileName(receipt, sender),
        contentType: 'application/pdf',
        write: () => deps.pdf.write({ kind: 'receipt', receipt, sender }),
      },
      ...(proof
        ? [
            {
              filename: proofFileName(receipt, sender),
              contentType: 'application/json',
              write: () => Promise.resolve(Buffer.from(JSON.stringify(proof, null, 2))),
            },
          ]
        : []),
    ],
  };
}
