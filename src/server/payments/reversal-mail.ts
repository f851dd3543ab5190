import * as z from 'zod/mini';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/mail/transport.ts';
import { chargeOf } from './charge-of.ts';

const payloadSchema = z.object({
  donationId: z.string(),
  cause: z.string(),
  kind: z.enum(['refund', 'dispute']),
  direction: z.enum(['taken', 'returned']),
  amountMinor: z.string(),
  currency: z.string(),
});

/** Writes to a gift's owner that money of it went back, or came again. Undefined for a gift of nobody known. */
export async function writeReversalMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const { donationId, cause, kind, direction, amountMinor, currency } = payloadSchema.parse(JSON.parse(job.payload));
  const gift = await findGift(deps.db.read, donationId);
  if (!gift) return undefined;
  if (!isCurrencyCode(currency)) throw new TypeError(`${currency} is no currency of ours`);
  const name = gift.first_name?.trim() || gift.username; // oxlint-disable-line typescript/prefer-nullish-coalescing -- a name of blanks is none
  const content = {
    kind,
    direction,
    donorName: name,
    transactionId: donationId,
    label: gift.label,
    charityName: gift.charity_name,
    amount: money(Number(amountMinor), currency),
    charged: chargeOf(gift).total,
    historyUrl: `${deps.config.publicUrl}/donation-history`,
  };
  return {
    messageId: messageIdOf(deps.config, `reversal.${cause.replaceAll(':', '.')}`),
    from: senderOf(deps.config),
    to: { name, address: gift.email },
    ...(await deps.renderMail('reversal', content)),
  };
}

const findGift = (db: Queryable, donationId: string) =>
  db
    .selectFrom('donations')
    .innerJoin('users', 'users.id', 'donations.donor_id')
    .innerJoin('charities', 'charities.id', 'donations.charity_id')
    .selectAll('donations')
    .select(['users.email', 'users.username', 'users.first_name', 'charities.name as charity_name'])
    .where('donations.id', '=', donationId)
    .executeTakeFirst();
