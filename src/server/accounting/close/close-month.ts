import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { accountName } from '#domain/ledger/account-name.ts';
import type { LedgerAccount } from '#domain/ledger/accounts.ts';
import { nextMonth, startOfMonth, type LedgerMonth } from '#domain/ledger/ledger-month.ts';
import { distinctCharityNames } from '#server/catalogue/index.ts';
import type { Queryable } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { ClosedMonthRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { createExclusiveRunner, type RunExclusive } from '#server/http/files/downloads.ts';
import { recordAction, type Actor } from '#server/staff/index.ts';
import { balancesAt } from '../balances/balances-at.ts';
import { readProgress } from '../balances/finish-hours.ts';
import { monthFiles } from './month-archive.ts';
import { createSpool } from './spool.ts';
import { writeZip } from './zip.ts';

/** The reason why a month cannot be closed: it has not ended, or its last days are not written yet. */
export type MonthProblem = 'not_over' | 'not_written';

export type ClosedMonth = { readonly code: 'closed'; readonly row: ClosedMonthRow } | { readonly code: MonthProblem };

/** Closes a month: stores the checksum of its archive and who closed it. A closed month does not change. */
export async function closeMonth(
  deps: Deps,
  actor: Actor,
  { month, reason }: { readonly month: LedgerMonth; readonly reason: string },
): Promise<ClosedMonth> {
  const { read } = deps.db.patient;
  const known = await findClosedMonth(read, month);
  if (known) return { code: 'closed', row: known };
  const endsBefore = startOfMonth(nextMonth(month)).toISOString();
  if (deps.clock.now().toISOString() < endsBefore) return { code: 'not_over' };
  if ((await readProgress(read)).written_before < endsBefore) return { code: 'not_written' };
  const names = await readAccountNames(deps, read, month);
  const content = await readContent(deps, { month, account_names: names });
  const row: ClosedMonthRow = {
    month,
    starts_at: startOfMonth(month).toISOString(),
    ends_before: endsBefore,
    ...content,
    account_names: names,
    closed_by: actor === 'system' ? null : actor.id,
    closed_by_name: actor === 'system' ? actor : actor.username,
    closed_at: deps.clock.now().toISOString(),
  };
  const { checksum, entries } = row;
  await inTransaction(deps.db, async (tx) => {
    const stored = await tx
      .insertInto('closed_months')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if ((stored.numInsertedOrUpdatedRows ?? 0n) === 0n) return; // someone else closed it at the same time
    const subject = { kind: 'month', id: month } as const;
    await recordAction(deps, tx, { actor, action: 'month_closed', subject, after: { checksum, entries }, reason });
  });
  return { code: 'closed', row: (await findClosedMonth(read, month)) ?? row };
}

export const findClosedMonth = (db: Queryable, month: LedgerMonth): Promise<ClosedMonthRow | undefined> =>
  db.selectFrom('closed_months').selectAll().where('month', '=', month).executeTakeFirst();

/** Reads the number of entries in a month's archive, and the archive's checksum. */
async function readContent(
  deps: ArchiveDeps,
  month: ArchivedMonth,
): Promise<Pick<ClosedMonthRow, 'entries' | 'checksum'>> {
  const hash = createHash('sha256');
  let entries = 0;
  const count = (added: number): void => void (entries += added);
  for await (const piece of writeArchive(deps, createExclusiveRunner(), month, count)) hash.update(piece);
  return { entries, checksum: hash.digest('hex') };
}

/** Returns the name of every account that was posted to before the end of a month, as JSON. */
async function readAccountNames(deps: Pick<Deps, 'published'>, db: Queryable, month: LedgerMonth): Promise<string> {
  const balances = await balancesAt(
    db,
    new Date(startOfMonth(nextMonth(month)).getTime() - 1).toISOString().slice(0, 10),
  );
  const names = distinctCharityNames(deps);
  return JSON.stringify(Object.fromEntries(balances.map(({ account }) => [account, accountName(account, names)])));
}

/** Writes the archive of a closed month. The same rows always give the same bytes. */
async function* writeArchive(
  { db, temporaryFiles }: ArchiveDeps,
  runExclusive: RunExclusive,
  { month, account_names: names }: ArchivedMonth,
  onEntries: (count: number) => void,
): AsyncGenerator<Buffer> {
  const known = storedNames.parse(JSON.parse(names));
  const nameOf = (account: LedgerAccount): string => known[account] ?? account;
  const spool = createSpool(temporaryFiles);
  try {
    yield* writeZip(await monthFiles({ db: db.patient.read, runExclusive, month, nameOf, spool, onEntries }));
  } finally {
    await spool.close();
  }
}

type ArchiveDeps = Pick<Deps, 'db' | 'temporaryFiles'>;

type ArchivedMonth = Pick<ClosedMonthRow, 'month' | 'account_names'>;

const storedNames = z.record(z.string(), z.string());

/**
 * Writes the archive of a closed month. Throws before the last piece if the archive does not match the checksum that was stored
 * at closing. No program opens an archive without its last piece.
 */
export async function* checkedArchive(
  deps: ArchiveDeps,
  runExclusive: RunExclusive,
  row: ArchivedMonth & Pick<ClosedMonthRow, 'checksum'>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  for await (const piece of writeArchive(deps, runExclusive, row, () => undefined)) {
    if (held) yield held;
    hash.update(piece);
    held = piece;
  }
  if (hash.digest('hex') !== row.checksum) throw new Error(`the archive of ${row.month} does not match its checksum`);
  if (held) yield held;
}
