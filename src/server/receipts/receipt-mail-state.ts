import type { ReceiptAnswer } from '#contract/receipt.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';

/** Where the mail with a receipt is. */
export type ReceiptMailState = NonNullable<ReceiptAnswer['receiptMail']>;

/**
 * Where the mail with the receipt of a donor's own gift is. Undefined when there is none to speak of: a gift that was claimed
 * later is mailed to nobody, since it was given by nobody known.
 */
export async function findReceiptMailState(
  { db, mail }: Pick<Deps, 'db' | 'mail'>,
  donationId: string,
  donorId: string,
): Promise<ReceiptMailState | undefined> {
  const job = await findReceiptJob(db.read, donationId, donorId);
  if (!job) return undefined;
  if (job.status === 'done') return 'sent';
  return job.status === 'waiting' && mail ? 'on_its_way' : 'not_possible';
}

const findReceiptJob = (db: Queryable, donationId: string, donorId: string) =>
  db
    .selectFrom('donation_intents')
    .innerJoin('outbox', (join) => join.on('outbox.dedupe_key', '=', `receipt:${donationId}`)) // as the settlement names it
    .select('outbox.status')
    .where('donation_intents.donation_id', '=', donationId)
    .where('donation_intents.donor_id', '=', donorId)
    .executeTakeFirst();
