import * as z from 'zod';
import type { Queryable, Tx } from '#server/db/database.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { OutboxRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { findDonationForMail, recipientOf } from '#server/donations/index.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { retryUnsentMail } from '#server/outbox/queries.ts';

/**
 * `resent`: this request sends a copy, or the receipt itself if it was never sent. `on_its_way`: a receipt was already being
 * sent, or the request is a repetition. `held`: the receipt may have been sent before a restore, and waits for a decision.
 */
export type ResentReceipt = {
  readonly code: 'resent' | 'on_its_way' | 'held' | 'no_recipient' | 'donation_not_found';
};

/**
 * Enqueues a donation's receipt for the person who paid, in the caller's transaction. Requests for one donation are served one
 * at a time. A request that repeats a key, or that arrives while a receipt is on its way, sends nothing.
 */
export const resendReceipt = (
  deps: Deps,
  tx: Tx,
  donationId: string,
  requestKey: string | undefined,
): Promise<ResentReceipt> =>
  withLock(tx, [`receipt:${donationId}`], async () => {
    const copies = await findReceipts(tx, donationId);
    const latest = copies.at(-1);
    const donation = await findDonationForMail(tx, donationId);
    if (!latest || !donation) return { code: 'donation_not_found' };
    if (requestKey !== undefined && copies.some((copy) => copy.requestKey === requestKey))
      return { code: 'on_its_way' };
    if (latest.status === 'held') return { code: 'held' };
    if (!recipientOf(deps.config, donation, 'payer')) return { code: 'no_recipient' };
    if (latest.status === 'waiting' || latest.status === 'no_recipient') {
      await retryUnsentMail(tx, { dedupeKey: latest.dedupeKey, now: deps.clock.now() });
      return { code: latest.status === 'waiting' ? 'on_its_way' : 'resent' };
    }
    const copy = copies.length + 1;
    await enqueue(deps, tx, {
      kind: 'receipt',
      dedupeKey: receiptKey(donationId, copy),
      payload: { donationId, copy: String(copy), ...(requestKey === undefined ? {} : { requestKey }) },
    });
    return { code: 'resent' };
  });

interface ReceiptCopy {
  readonly dedupeKey: string;
  readonly status: OutboxRow['status'];
  readonly requestKey: string | undefined;
}

const payloadSchema = z.object({ requestKey: z.string().optional() });

/** Finds the receipt of a donation and its copies, oldest first. */
async function findReceipts(db: Queryable, donationId: string): Promise<ReceiptCopy[]> {
  const copies: ReceiptCopy[] = [];
  for (;;) {
    const dedupeKey = receiptKey(donationId, copies.length + 1);
    const job = await db
      .selectFrom('outbox')
      .select(['status', 'payload'])
      .where('dedupe_key', '=', dedupeKey)
      .executeTakeFirst();
    if (!job) return copies;
    const { requestKey } = payloadSchema.parse(JSON.parse(job.payload));
    copies.push({ dedupeKey, status: job.status, requestKey });
  }
}

/** Returns the key of a receipt's job. The receipts of a donation are numbered from 1; the first is the original. */
const receiptKey = (donationId: string, number: number): string =>
  number === 1 ? `receipt:${donationId}` : `receipt:${donationId}:${number}`;
