import { formatCountOf } from '#domain/money/format.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import { NewerSchema } from '#server/db/migrate.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { openAndUpdateDatabase } from '../existing-database.ts';
import { Refusal } from '../start/refusal.ts';
import { UnusableBackup, withRestored } from './engines.ts';

/** The contents of a restored backup, and its problem if it has one. */
export interface CheckedBackup {
  readonly donations: number;
  /** The time of the newest donation; null if there is none. */
  readonly newest: string | null;
  /** Undefined if nothing is wrong. */
  readonly problem: string | undefined;
}

/**
 * Restores a backup into a scratch database and checks its ledger. A backup of an older release is first updated in the scratch
 * database. A backup of PostgreSQL is restored on the server with this URL. Throws a Refusal if this machine or server cannot
 * check any backup.
 */
export async function checkBackup(file: string, serverUrl: string | undefined): Promise<CheckedBackup> {
  try {
    return await withRestored(file, serverUrl, async (scratch) => {
      const db = await openRestored(scratch);
      try {
        return { ...(await countDonations(db.read)), problem: await findProblem(db.read) };
      } finally {
        await db.close();
      }
    });
  } catch (error) {
    if (!(error instanceof UnusableBackup)) throw error;
    return { donations: 0, newest: null, problem: error.message };
  }
}

/** Opens and updates the restored database. Throws an UnusableBackup if it is another product's or a newer release's. */
async function openRestored(scratch: Parameters<typeof openAndUpdateDatabase>[0]): Promise<Database> {
  try {
    return await openAndUpdateDatabase(scratch, () => undefined);
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof NewerSchema)) throw error;
    throw new UnusableBackup(error.message, { cause: error });
  }
}

async function countDonations(db: Queryable): Promise<Pick<CheckedBackup, 'donations' | 'newest'>> {
  return db
    .selectFrom('donations')
    .select((e) => [e.fn.countAll<number>().as('donations'), e.fn.max('donated_at').as('newest')])
    .executeTakeFirstOrThrow();
}

async function findProblem(db: Queryable): Promise<string | undefined> {
  const [first, ...others] = await checkLedger(db);
  if (!first) return undefined;
  const more = others.length === 0 ? '' : ` and ${formatCountOf(others.length, 'more finding')}`;
  return `its ledger is broken: ${first.rule}: ${first.subject}${more}`;
}
