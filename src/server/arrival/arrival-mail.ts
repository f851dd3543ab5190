import * as z from 'zod';
import type { ArrivalContent } from '#domain/mail/mail.ts';
import { money, sum } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { findDonationForMail, leftForCharity, recipientOf } from '#server/donations/index.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import { findReceivedPayout, wasConfirmedBefore } from '#server/payouts/index.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';

const payloadSchema = z.union([
  z.object({ payoutId: z.string(), userId: z.string(), donationIds: z.string() }),
  z.object({ payoutId: z.string(), donationId: z.string() }),
]);

/**
 * Writes the email that says that donations have arrived at the charity. It goes to their owner, or to the address that a guest
 * typed when paying. Undefined if the bank has returned the payout, or if nothing is left of the donations.
 */
export async function writeArrivalMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const payload = payloadSchema.parse(JSON.parse(job.payload));
  const payout = await findReceivedPayout(deps.db.read, payload.payoutId);
  const ids = 'userId' in payload ? payload.donationIds.split(' ') : [payload.donationId];
  const donations = await findRemainingDonations(deps.db.read, ids, 'userId' in payload ? payload.userId : undefined);
  const [first] = donations;
  const donation = first && (await findDonationForMail(deps.db.read, first.id));
  const recipient = donation && recipientOf(deps.config, donation, 'owner');
  if (!payout || !recipient) return undefined;
  const lines = donations.map(({ left_minor: minor, label, donated_on: day }) => ({
    label,
    day,
    amount: money(minor, payout.currency),
  }));
  const content: ArrivalContent = {
    reader: recipient.reader,
    charityName: payout.charityName,
    paidOn: payout.paidOn,
    reference: payout.reference,
    donations: lines.slice(0, listedMax),
    count: lines.length,
    total: sum(
      lines.map(({ amount }) => amount),
      payout.currency,
    ),
    wasConfirmedBefore: await wasConfirmedBefore(deps.db.read, first.intent_id),
  };
  return {
    messageId: messageIdOf(
      deps.config,
      `arrival.${payout.id}.${'userId' in payload ? payload.userId : payload.donationId}`,
    ),
    from: senderOf(deps),
    to: recipient.to,
    ...(await deps.renderMail('arrival', content)),
  };
}

/** The email lists at most this many donations; its sum includes all of them. */
const listedMax = 20;

/** The donations that are not wholly reversed, oldest first; only those of `ownerId`, if given. */
async function findRemainingDonations(db: Queryable, ids: readonly string[], ownerId: string | undefined) {
  const found = [];
  for (let from = 0; from < ids.length; from += idsAtOnce)
    found.push(
      ...(await db
        .selectFrom('donations')
        .select(['id', 'intent_id', 'label', 'donated_on', leftForCharity.as('left_minor')])
        .where('id', 'in', ids.slice(from, from + idsAtOnce))
        .where(leftForCharity, '>', 0)
        .$if(ownerId !== undefined, (query) => query.where('donor_id', '=', ownerId ?? ''))
        .orderBy('donated_at')
        .orderBy('id')
        .execute()),
    );
  return found;
}

const idsAtOnce = 500;
