import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { deletedDonorId, leftForCharity } from '#server/donations/index.ts';
import { enqueueAll, type OutboxJob } from '#server/outbox/enqueue.ts';
import type { LeasedJob } from '#server/outbox/queries.ts';
import { findReceivedPayout } from '#server/payouts/index.ts';

const payload = z.object({ payoutId: z.string() });

/**
 * Enqueues the emails about a payout that its charity has confirmed: one for each donor, with all their donations in it, and one
 * for each donation of a guest. This is safe to repeat, because the key of an email is used once. No donation is in two emails.
 * Guests come first: their donations can be claimed while this runs, but a donor's donation never becomes a guest's.
 */
export async function announceArrival(deps: Deps, job: LeasedJob): Promise<void> {
  const { payoutId } = payload.parse(JSON.parse(job.payload));
  const payout = await findReceivedPayout(deps.db.read, payoutId);
  if (!payout) return; // the bank has returned it since
  const mails = mailsAbout(payoutId, await findArrived(deps.db.read, payoutId)).map((mail): OutboxJob => ({
    ...mail,
    kind: 'arrival',
    reportsEventAt: new Date(payout.confirmedAt),
  }));
  for (let from = 0; from < mails.length; from += mailsAtOnce)
    await inTransaction(deps.db, (tx) => enqueueAll(deps, tx, mails.slice(from, from + mailsAtOnce)));
}

/** A payout can have 10,000 donations, and with SQLite no other request can write while a chunk is inserted. */
const mailsAtOnce = 200;

type Mail = Pick<OutboxJob, 'dedupeKey' | 'payload'>;

function mailsAbout(payoutId: string, arrived: readonly Arrived[]): Mail[] {
  const guests: Mail[] = [];
  const ofDonors = new Map<string, string[]>();
  for (const { id: donationId, donor_id: userId } of arrived) {
    const idsOfDonor = ofDonors.get(userId ?? '');
    if (userId === null)
      guests.push({ dedupeKey: `arrival:${payoutId}:${donationId}`, payload: { payoutId, donationId } });
    else if (idsOfDonor) idsOfDonor.push(donationId);
    else ofDonors.set(userId, [donationId]);
  }
  const donors = Array.from(ofDonors, ([userId, ids]) => ({
    dedupeKey: `arrival:${payoutId}:${userId}`,
    payload: { payoutId, userId, donationIds: ids.join(' ') },
  }));
  return [...guests, ...donors];
}

type Arrived = Awaited<ReturnType<typeof findArrived>>[number];

/** A payout's donations that are not wholly reversed and have someone to email, except those with their own email already. */
const findArrived = (db: Queryable, payoutId: string) =>
  db
    .selectFrom('payable_entries as entry')
    .innerJoin('donations', 'donations.intent_id', 'entry.intent_id')
    .leftJoin('payer_emails', 'payer_emails.intent_id', 'donations.intent_id')
    .leftJoin('outbox as told', (join) =>
      join.on('told.dedupe_key', '=', sql<string>`'arrival:' || ${payoutId} || ':' || donations.id`),
    )
    .select(['donations.id', 'donations.donor_id'])
    .where('entry.payout_id', '=', payoutId)
    .where('entry.is_reversal', '=', 0)
    .where('told.id', 'is', null)
    .where(leftForCharity, '>', 0)
    .where((e) =>
      e.or([
        e.and([e('donations.donor_id', 'is', null), e('payer_emails.email', 'is not', null)]),
        e('donations.donor_id', '<>', deletedDonorId),
      ]),
    )
    .orderBy('entry.posted_at')
    .orderBy('entry.transaction_id')
    .execute();
