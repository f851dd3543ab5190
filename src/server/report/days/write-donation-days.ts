import { setImmediate as letOthersRun } from 'node:timers/promises';
import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import { firstDayBetween, readProgress } from '#server/accounting/index.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { readDonationChanges } from './donation-changes.ts';

/** The most days that one round writes. The next round continues. */
const daysPerRound = 100;

/** Writes what was posted for donations on each finished day. A finished day never changes, so all processes write the same. */
export async function writeDonationDays({ db: { patient } }: Pick<Deps, 'db'>): Promise<void> {
  let from = await firstUnwrittenDay(patient.read);
  for (let written = 0; written < daysPerRound; written += 1) {
    const { finished_before: finished } = await readProgress(patient.read);
    const day = await firstDayBetween(patient.read, from, finished);
    if (day === undefined) return;
    from = startOfDay(addDays(day, 1)).toISOString();
    await writeDay(patient, day, from);
    await letOthersRun();
  }
}

/** Writes all days again, from the ledger. */
export async function rebuildDonationDays(db: Database): Promise<void> {
  await inTransaction(db, (tx) => tx.deleteFrom('daily_donations').execute());
  for (let from = ''; ;) {
    await writeDonationDays({ db });
    const last = await firstUnwrittenDay(db.read);
    if (last === from) return;
    from = last;
  }
}

/** Finds the start of the first day that may not be written yet. */
export async function firstUnwrittenDay(db: Queryable): Promise<string> {
  const { last } = await db
    .selectFrom('daily_donations')
    .select((e) => e.fn.max<string | null>('day').as('last'))
    .executeTakeFirstOrThrow();
  return last === null ? '' : startOfDay(addDays(last, 1)).toISOString();
}

async function writeDay(db: Database, day: string, until: string): Promise<void> {
  const changes = await readDonationChanges(db.read, startOfDay(day).toISOString(), until);
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({ ...change, day }));
  await inTransaction(db, async (tx) => {
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await tx
        .insertInto('daily_donations')
        .values(rows.slice(from, from + rowsAtOnce))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
}

const rowsAtOnce = 500;
