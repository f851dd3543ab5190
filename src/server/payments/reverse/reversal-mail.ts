import * as z from 'zod/mini';
import { money } from '#domain/money/money.ts';
import { chargeOf, storedCurrency } from '#server/db/row-money.ts';
import type { Deps } from '#server/deps.ts';
import { findDonationForMail, recipientOf } from '#server/donations/index.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';

const payloadSchema = z.object({
  donationId: z.string(),
  cause: z.string(),
  kind: z.enum(['refund', 'dispute']),
  direction: z.enum(['taken', 'returned']),
  amountMinor: z.string(),
  countedMinor: z.optional(z.string()), // absent in jobs from before disputes could exceed their donation
  currency: storedCurrency,
});

/**
 * Writes the email that tells a donation's owner, or a guest at the payer's email address, that money was reversed or came
 * back.
 */
export async function writeReversalMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const payload = payloadSchema.parse(JSON.parse(job.payload));
  const { donationId, cause, kind, direction, amountMinor, countedMinor = amountMinor, currency } = payload;
  const donation = await findDonationForMail(deps.db.read, donationId);
  const recipient = donation && recipientOf(deps.config, donation, 'owner');
  if (!recipient) return undefined;
  const content = {
    kind,
    direction,
    reader: recipient.reader,
    transactionId: donationId,
    label: donation.label,
    charityName: donation.charity_name,
    amount: money(Number(amountMinor), currency),
    counted: money(Number(countedMinor), currency),
    charged: chargeOf(donation).total,
  };
  return {
    messageId: messageIdOf(deps.config, `reversal.${cause.replaceAll(':', '.')}`),
    from: senderOf(deps),
    to: recipient.to,
    ...(await deps.renderMail('reversal', content)),
  };
}
