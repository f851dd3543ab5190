import type { Database, Queryable } from '#server/db/database.ts';
import { checkLedger, type LedgerFinding } from './check-ledger.ts';
import { newSince, wholeLedger } from './check-scope.ts';

/** The result of a check of new entries. */
export interface NewEntriesCheck {
  /** Everything posted before this instant was verified earlier and was not read again; undefined when everything was read. */
  readonly since: string | undefined;
  /** The time of that earlier check. */
  readonly lastVerifiedAt: string | undefined;
  readonly findings: readonly LedgerFinding[];
}

/**
 * Checks what was posted since the last such check that found nothing; the first time, the whole ledger. If nothing is wrong,
 * the next check begins at the first unfinished hour, because entries can still be posted to it.
 */
export async function checkSinceLast({ read, write }: Database, now: Date): Promise<NewEntriesCheck> {
  const progress = await readVerified(read); // before anything else is read: an hour may be finished during the check
  const findings = await checkLedger(read, progress?.since === undefined ? wholeLedger : newSince(progress.since));
  if (findings.length === 0 && progress) await storeVerified(write, progress.finished, now);
  return { since: progress?.since, lastVerifiedAt: progress?.lastVerifiedAt, findings };
}

async function readVerified(db: Queryable) {
  const row = await db.selectFrom('ledger_progress').selectAll().executeTakeFirst();
  if (!row) return undefined;
  const { finished_before: days, hours_finished_before: hours, verified_before: since, verified_at: at } = row;
  return { finished: days > hours ? days : hours, ...(since === '' ? {} : { since, lastVerifiedAt: at }) };
}

/** Stores the progress. Never moves it back, because another check may have stored a later instant. */
const storeVerified = (db: Queryable, finished: string, now: Date) =>
  db
    .updateTable('ledger_progress')
    .set({ verified_before: finished, verified_at: now.toISOString() })
    .where('verified_before', '<=', finished)
    .execute();
