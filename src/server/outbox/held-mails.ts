import type { Queryable, Tx } from '#server/db/database.ts';
import { mailKinds } from './mail-lanes.ts';

/**
 * Holds the emails that are waiting when a restore is noticed: they may have been sent after the backup was made. Other jobs
 * are safe to repeat: a provider carries out each of them only once, and a receiver of webhooks recognizes a repeated event.
 */
export async function holdWaitingMails(tx: Tx): Promise<void> {
  await tx
    .updateTable('outbox')
    .set((e) => ({ status: 'held', locked_until: null, attempts: e('attempts', '+', 1) })) // ends the lease of a running worker
    .where('status', '=', 'waiting')
    .where('kind', 'in', mailKinds)
    .execute();
}

/**
 * Pauses the newsletters that are being sent when a restore is noticed: the database does not know which subscribers got them
 * after the backup.
 */
export async function pauseNewsletters(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('newsletters')
    .set({ status: 'paused', pause_cause: 'restore', paused_at: now.toISOString() })
    .where('status', '=', 'sending')
    .execute();
}

export interface HeldMails {
  readonly receipts: number;
  readonly others: number;
}

export async function countHeldMails(db: Queryable): Promise<HeldMails> {
  const { receipts, all } = await db
    .selectFrom('outbox')
    .select((e) => [
      e.fn.countAll<number>().as('all'),
      e.fn.countAll<number>().filterWhere('kind', '=', 'receipt').as('receipts'),
    ])
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow();
  return { receipts, others: all - receipts };
}

/** Makes all held emails wait to be sent, or discards them. Returns how many there were. */
export async function endHold(db: Queryable, decision: 'send' | 'discard'): Promise<number> {
  const ended = await db
    .updateTable('outbox')
    .set({ status: decision === 'send' ? 'waiting' : 'discarded' })
    .where('status', '=', 'held')
    .returning('id')
    .execute();
  return ended.length;
}
