import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { DailyBalanceRow } from '#server/db/tables.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { finishDays, readProgress } from './finish-days.ts';
import { firstDayBetween, movementsOf } from './movements.ts';

/** The most days that one round writes. The next round continues. */
const daysPerRound = 100;

/** Finishes the days that are over, and writes what each of them posted. */
export async function writeBalances(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await finishDays({ ...deps, db: deps.db.patient });
  for (let day = 0; day < daysPerRound; day += 1) if (!(await writeNextDay(deps.db.patient))) return;
}

/** False when no finished day is left. */
async function writeNextDay(db: Database): Promise<boolean> {
  const { finished_before: finished, written_before: written } = await readProgress(db.read);
  if (written === finished) return false;
  const day = await firstDayBetween(db.read, written, finished);
  const until = day === undefined ? finished : startOfDay(addDays(day, 1)).toISOString();
  const movements = day === undefined ? [] : await movementsOf(db.read, day);
  await inTransaction(db, async (tx) => {
    if (await moveProgress(tx, written, until)) await insertBalances(tx, movements);
  });
  return true;
}

/** False when another process has written the day. */
async function moveProgress(tx: Tx, from: string, to: string): Promise<boolean> {
  const moved = await tx
    .updateTable('ledger_progress')
    .set({ written_before: to })
    .where('written_before', '=', from)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

async function insertBalances(tx: Tx, rows: readonly DailyBalanceRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx
      .insertInto('daily_balances')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
}

const rowsAtOnce = 500;

/** Writes all days that are written already again, from the ledger. Returns how many days have entries. */
export async function rebuildBalances(db: Database): Promise<number> {
  const { written_before: written } = await readProgress(db.read);
  const rows: DailyBalanceRow[] = [];
  let days = 0;
  for (let from = ''; from < written; days += 1) {
    const day = await firstDayBetween(db.read, from, written);
    if (day === undefined) break;
    rows.push(...(await movementsOf(db.read, day)));
    from = startOfDay(addDays(day, 1)).toISOString();
  }
  await inTransaction(db, (tx) =>
    withLock(tx, ['daily_balances'], async () => {
      await tx.deleteFrom('daily_balances').where('day', '<', written.slice(0, 10)).execute();
      await insertBalances(tx, rows);
    }),
  );
  return days;
}
