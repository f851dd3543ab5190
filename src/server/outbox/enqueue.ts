import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { OutboxRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';

/** Work to be done after the commit. The same `dedupeKey` is done once, however often it is asked for. */
export interface OutboxJob {
  readonly kind:
    | 'receipt'
    | 'reversal'
    | 'refund_payment'
    | 'plan_ended'
    | 'plan_changed'
    | 'renewal_failed'
    | 'renewal_notice'
    | 'cancel_plan'
    | 'capture_order';
  readonly dedupeKey: string;
  readonly payload: Readonly<Record<string, string>>;
  /** How long the work is to wait at least; it is due at once when nothing is said. */
  readonly delayMs?: number;
}

/** Puts work into the outbox, inside the caller's transaction: it is done if, and only if, that transaction stands. */
export async function enqueue(deps: Deps, tx: Tx, job: OutboxJob): Promise<void> {
  const now = deps.clock.now();
  await insertJobRow(tx, {
    id: newId('out', deps.random),
    kind: job.kind,
    payload: JSON.stringify(job.payload),
    dedupe_key: job.dedupeKey,
    status: 'waiting',
    run_at: new Date(now.getTime() + (job.delayMs ?? 0)).toISOString(),
    attempts: 0,
    locked_until: null,
    last_error: null,
    created_at: now.toISOString(),
  });
}

const insertJobRow = prepared((db, job: OutboxRow) =>
  db
    .insertInto('outbox')
    .values(job)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing()),
);
