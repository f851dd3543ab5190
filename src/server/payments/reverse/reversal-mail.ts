import * as z from 'zod/mini';
import { money } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { chargeOf, storedCurrency } from '#server/db/row-money.ts';
import type { Deps } from '#server/deps.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';

const payloadSchema = z.object({
  donationId: z.string(),
  cause: z.string(),
  kind: z.enum(['refund', 'dispute']),
  direction: z.enum(['taken', 'returned']),
  amountMinor: z.string(),
  currency: storedCurrency,
});

/** Notifies the donor that part of a donation was reversed or came back. Undefined when the donation has no account. */
export async function writeReversalMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { donationId, cause, kind, direction, amountMinor, currency } = payloadSchema.parse(JSON.parse(job.payload));
  const donation = await findDonationWithDonor(deps.db.read, donationId);
  if (!donation) return undefined;
  const name = donation.first_name?.trim() || donation.username; // oxlint-disable-line typescript/prefer-nullish-coalescing -- a blank name is no name
  const content = {
    kind,
    direction,
    donorName: name,
    transactionId: donationId,
    label: donation.label,
    charityName: donation.charity_name,
    amount: money(Number(amountMinor), currency),
    charged: chargeOf(donation).total,
    historyUrl: `${deps.config.publicUrl}/donation-history`,
  };
  return {
    messageId: messageIdOf(deps.config, `reversal.${cause.replaceAll(':', '.')}`),
    from: senderOf(deps.config),
    to: { name, address: donation.email },
    ...(await deps.renderMail('reversal', content)),
  };
}

const findDonationWithDonor = (db: Queryable, donationId: string) =>
  db
    .selectFrom('donations')
    .innerJoin('users', 'users.id', 'donations.donor_id')
    .innerJoin('charities', 'charities.id', 'donations.charity_id')
    .selectAll('donations')
    .select(['users.email', 'users.username', 'users.first_name', 'charities.name as charity_name'])
    .where('donations.id', '=', donationId)
    .executeTakeFirst();
