import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { NewsletterRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { findNewsletter } from '../drafts/queries.ts';
import { pauseIfTooManyRefused } from './record-outcome.ts';

/**
 * Puts the next emails of each newsletter into the outbox. At most `waitingMax` of them wait there at a time, so that no
 * transaction is long. The newsletter's row stores the progress, so any process can continue after another one died.
 */
export async function sendNewsletters(deps: Deps, waitingMax = 100): Promise<void> {
  const sending = await deps.db.read.selectFrom('newsletters').select('id').where('status', '=', 'sending').execute();
  for (const { id } of sending) await inTransaction(deps.db, (tx) => continueSending(deps, tx, id, waitingMax));
}

async function continueSending(deps: Deps, tx: Tx, id: string, waitingMax: number): Promise<void> {
  const newsletter = await findNewsletter(tx, id);
  if (newsletter?.status !== 'sending' || (await pauseIfTooManyRefused(deps, tx, id))) return;
  const now = deps.clock.now().toISOString();
  await wakePausedJobs(tx, id, now);
  const isEnqueued = newsletter.enqueued_at !== null || (await enqueueNext(deps, tx, newsletter, waitingMax));
  if (isEnqueued && !(await hasUnsentJobs(tx, id))) await finish(tx, id, now);
}

/** Enqueues emails until enough of them wait. Returns true after the last subscriber. */
async function enqueueNext(deps: Deps, tx: Tx, newsletter: NewsletterRow, waitingMax: number): Promise<boolean> {
  const free = waitingMax - (await countWaitingJobs(tx));
  if (free <= 0) return false;
  const { id, enqueued_to: last } = newsletter;
  const next = await findNextSubscribers(tx, newsletter, free);
  for (const subscriberId of next) {
    await tx
      .insertInto('newsletter_recipients')
      .values({
        newsletter_id: id,
        subscriber_id: subscriberId,
        status: 'waiting',
        decided_at: null,
        unsubscribed_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await enqueue(deps, tx, {
      kind: 'newsletter',
      dedupeKey: `${keyOf(id)}${subscriberId}`,
      payload: { newsletterId: id, subscriberId },
    });
  }
  const isLast = next.length < free;
  const { numUpdatedRows } = await tx
    .updateTable('newsletters')
    .set({ enqueued_to: next.at(-1) ?? last, ...(isLast ? { enqueued_at: deps.clock.now().toISOString() } : {}) })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('enqueued_to', '=', last)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new TransactionConflict(); // another process continued it, or someone paused it
  return isLast;
}

/** The next subscribers who had confirmed when sending began. Later ones get the next newsletter. */
async function findNextSubscribers(tx: Tx, newsletter: NewsletterRow, limit: number): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('newsletter_subscribers')
    .select('id')
    .where('status', '=', 'confirmed')
    .where('id', '>', newsletter.enqueued_to ?? '')
    .where('confirmed_at', '<=', newsletter.started_at)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the jobs of all newsletters, because they share one lane. */
async function countWaitingJobs(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('outbox')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', 'waiting')
    .where('kind', '=', 'newsletter')
    .executeTakeFirstOrThrow();
  return count;
}

/** Makes due the emails whose time came while their newsletter was paused. */
async function wakePausedJobs(tx: Tx, id: string, now: string): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ status: 'waiting', run_at: now })
    .where('status', '=', 'paused')
    .where('kind', '=', 'newsletter')
    .where('dedupe_key', 'like', `${keyOf(id)}%`)
    .execute();
}

async function hasUnsentJobs(db: Queryable, id: string): Promise<boolean> {
  const unsent = await db
    .selectFrom('outbox')
    .select('id')
    .where('status', 'in', ['waiting', 'paused', 'held'])
    .where('kind', '=', 'newsletter')
    .where('dedupe_key', 'like', `${keyOf(id)}%`)
    .limit(1)
    .executeTakeFirst();
  return unsent !== undefined;
}

const keyOf = (newsletterId: string): string => `newsletter:${newsletterId}:`;

/** An email that is still undecided has failed: its job is dead or was discarded. */
async function finish(tx: Tx, id: string, now: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('newsletters')
    .set({ status: 'sent', finished_at: now })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await tx
    .updateTable('newsletter_recipients')
    .set({ status: 'failed', decided_at: now })
    .where('newsletter_id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
}
