import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { holdWaitingMails, pauseNewsletters } from '#server/outbox/held-mails.ts';
import { clockMarginMs } from '../clock-margin.ts';
import { findComparedUntil } from './restores.ts';

/**
 * Records that a backup was restored, because a payment or a plan's terms from `madeAt` are missing, and holds the emails that
 * are waiting. Each restore is recorded once: if something missing was made before a restore was noticed, that restore lost it.
 */
export async function recordRestore(deps: Deps, tx: Tx, madeAt: Date): Promise<void> {
  const lostFrom = new Date(madeAt.getTime() - clockMarginMs).toISOString();
  const noted = await tx
    .selectFrom('restores')
    .selectAll()
    .where('noticed_at', '>=', madeAt.toISOString())
    .orderBy('noticed_at')
    .limit(1)
    .executeTakeFirst();
  if (!noted) return insertRestore(deps, tx, madeAt);
  if (noted.known_until <= lostFrom) return;
  await tx
    .updateTable('restores')
    .set({ known_until: lostFrom })
    .where('noticed_at', '=', noted.noticed_at)
    .where('known_until', '>', lostFrom)
    .execute();
}

/** Records a restore that an operator reports. `since` is the instant from which an empty database lacks payments. */
export const recordReportedRestore = (deps: Deps, since: Date | undefined): Promise<void> =>
  inTransaction(deps.db, (tx) => insertRestore(deps, tx, since ?? deps.clock.now()));

/**
 * Records a restore if the database lacks the last run that is noted outside it. The product calls this before it sends emails,
 * and every reconciliation before it compares.
 */
export async function noticeRestore(deps: Deps): Promise<void> {
  const last = deps.lastRun.read();
  if (!last || last.installationId !== deps.installationId) return; // no note, or that of another database
  await inTransaction(deps.db, async (tx) => {
    const known = await tx
      .selectFrom('reconciliation_runs')
      .select('id')
      .where('id', '=', last.runId)
      .executeTakeFirst();
    const noted = await tx
      .selectFrom('restores')
      .select('noticed_at')
      .where('noticed_at', '>=', last.startedAt.toISOString())
      .limit(1)
      .executeTakeFirst();
    if (known || noted) return;
    deps.log.warn({ lostRun: last.runId, at: last.startedAt }, 'a restored backup was noticed; emails are held');
    await insertRestore(deps, tx, last.startedAt);
  });
}

/**
 * Inserts a restore and holds emails. The database is complete up to the last comparison, or up to `lostAt` if that is earlier.
 */
async function insertRestore(deps: Deps, tx: Tx, lostAt: Date): Promise<void> {
  const comparedUntil = (await findComparedUntil(tx)) ?? lostAt;
  const knownUntil = new Date(Math.min(comparedUntil.getTime(), lostAt.getTime()) - clockMarginMs);
  const inserted = await tx
    .insertInto('restores')
    .values({ noticed_at: deps.clock.now().toISOString(), known_until: knownUntil.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('noticed_at')
    .execute();
  if (inserted.length === 0) return;
  await holdWaitingMails(tx);
  await pauseNewsletters(tx, deps.clock.now());
}
