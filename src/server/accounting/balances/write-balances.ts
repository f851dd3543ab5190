import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import type { Database, Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { DailyBalanceRow, DailyMoneyInRow } from '#server/db/tables.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { finishHours, readProgress } from './finish-hours.ts';
import { insertHours, readFinishedHours, writeHours } from './hours.ts';
import { moneyInOf } from './money-in.ts';
import { balancesOf, firstDayBetween, movementsOf } from './movements.ts';

/** The most days that one round writes. The next round continues. */
const daysPerRound = 100;

/**
 * Finishes the days and hours that are over. Writes the balances and the money in of each finished day, and the movements of
 * the finished hours after the last written day.
 */
export async function writeBalances(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { patient } = deps.db;
  await finishHours({ ...deps, db: patient });
  for (let day = 0; day < daysPerRound; day += 1) if (!(await writeNextDay(patient))) return writeHours(patient);
}

/** Writes the next finished day. Returns false if none is left. */
async function writeNextDay(db: Database): Promise<boolean> {
  const { finished_before: finished, written_before: written } = await readProgress(db.read);
  if (written === finished) return false;
  const day = await firstDayBetween(db.read, written, finished);
  const until = day === undefined ? finished : startOfDay(addDays(day, 1)).toISOString();
  const posted = day === undefined ? noDays : await readDay(db.read, day);
  await inTransaction(db, async (tx) => {
    if (!(await moveProgress(tx, written, until))) return;
    await insertDays(tx, posted);
    await tx.deleteFrom('hourly_movements').where('hour', '<', written).execute(); // keeps the hours of this day for readers that are adding them up
  });
  return true;
}

/** Marks the days before `to` as written. Returns false if another process has done so. */
async function moveProgress(tx: Tx, from: string, to: string): Promise<boolean> {
  const moved = await tx
    .updateTable('ledger_progress')
    .set({ written_before: to })
    .where('written_before', '=', from)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

/** The rows to write for one or more days. */
interface WrittenDays {
  readonly balances: readonly DailyBalanceRow[];
  readonly moneyIn: readonly DailyMoneyInRow[];
}

const noDays: WrittenDays = { balances: [], moneyIn: [] };

async function readDay(db: Queryable, day: UtcDay): Promise<WrittenDays> {
  const movements = await movementsOf(db, day);
  return { balances: balancesOf(day, movements), moneyIn: moneyInOf(day, movements) };
}

async function insertDays(tx: Tx, { balances, moneyIn }: WrittenDays): Promise<void> {
  for (let from = 0; from < balances.length; from += rowsAtOnce)
    await tx
      .insertInto('daily_balances')
      .values(balances.slice(from, from + rowsAtOnce))
      .execute();
  for (let from = 0; from < moneyIn.length; from += rowsAtOnce)
    await tx
      .insertInto('daily_money_in')
      .values(moneyIn.slice(from, from + rowsAtOnce))
      .execute();
}

const rowsAtOnce = 500;

/** Writes all written days and hours again, from the ledger. Returns the number of days with entries. */
export async function rebuildBalances(db: Database): Promise<number> {
  const { written_before: written, hours_finished_before: finished } = await readProgress(db.read);
  const days: WrittenDays[] = [];
  for (let from = ''; from < written;) {
    const day = await firstDayBetween(db.read, from, written);
    if (day === undefined) break;
    days.push(await readDay(db.read, day));
    from = startOfDay(addDays(day, 1)).toISOString();
  }
  const hours = await readFinishedHours(db.read);
  await inTransaction(db, (tx) =>
    withLock(tx, ['daily_balances'], async () => {
      for (const table of ['daily_balances', 'daily_money_in'] as const)
        await tx.deleteFrom(table).where('day', '<', written.slice(0, 10)).execute();
      await insertDays(tx, {
        balances: days.flatMap(({ balances }) => balances),
        moneyIn: days.flatMap(({ moneyIn }) => moneyIn),
      });
      await tx.deleteFrom('hourly_movements').where('hour', '<', finished).execute();
      for (let from = 0; from < hours.length; from += rowsAtOnce)
        await insertHours(tx, hours.slice(from, from + rowsAtOnce));
    }),
  );
  return days.length;
}
