import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { OutboxRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';

/** Work to be done after the commit. The same `dedupeKey` is done once, however often it is asked for. */
export interface OutboxJob {
  readonly kind:
    | 'receipt'
    | 'confirm_email'
    | 'change_email'
    | 'reset_password'
    | 'email_changed'
    | 'password_changed'
    | 'contact_notice'
    | 'contact_reply'
    | 'newsletter_confirmation'
    | 'reversal'
    | 'refund_payment'
    | 'plan_ended'
    | 'plan_changed'
    | 'renewal_failed'
    | 'renewal_notice'
    | 'cancel_plan'
    | 'capture_order';
  readonly dedupeKey: string;
  /** A `token` or an `address` in it is blank once the job is done; by a `userId`, `planId` or `subscriberId` it is found again. */
  readonly payload: Readonly<Record<string, string>>;
  /** Before this instant it is not tried; at once when absent. */
  readonly runAt?: Date;
}

/** Puts work into the outbox, inside the caller's transaction: it is done if, and only if, that transaction stands. */
export async function enqueue(deps: Deps, tx: Tx, job: OutboxJob): Promise<void> {
  const now = deps.clock.now();
  await insertJobRow(tx, {
    id: newId('out', deps.random),
    kind: job.kind,
    payload: JSON.stringify(job.payload),
    dedupe_key: job.dedupeKey,
    about: subjectOf(job),
    status: 'waiting',
    run_at: (job.runAt ?? now).toISOString(),
    attempts: 0,
    locked_until: null,
    last_error: null,
    created_at: now.toISOString(),
  });
}

const subjectOf = ({ payload }: OutboxJob): string | null =>
  payload['userId'] ?? payload['planId'] ?? payload['subscriberId'] ?? null;

const insertJobRow = prepared((db, job: OutboxRow) =>
  db
    .insertInto('outbox')
    .values(job)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing()),
);
