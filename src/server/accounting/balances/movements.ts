import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql } from 'kysely';
import type { LedgerAccount } from '#domain/ledger/accounts.ts';
import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DailyBalanceRow } from '#server/db/tables.ts';

/** Sums for queries over `ledger_entries`. */
const debitMinor = sql<number>`cast(sum(case when amount_minor > 0 then amount_minor else 0 end) as bigint)`;
const creditMinor = sql<number>`cast(sum(case when amount_minor < 0 then -amount_minor else 0 end) as bigint)`;

/** The entries of one account and currency, added up by the kind of their cause. */
export interface Movement {
  readonly account: LedgerAccount;
  readonly currency: CurrencyCode;
  /** The first six letters of the cause. */
  readonly kind: string;
  readonly count: number;
  readonly debit_minor: number;
  readonly credit_minor: number;
}

/** Adds up the entries of a day. Reads one hour at a time, so that requests are served in between, and skips empty hours. */
export async function movementsOf(db: Queryable, day: UtcDay): Promise<Movement[]> {
  const movements: Movement[] = [];
  const end = startOfDay(addDays(day, 1));
  for (let from = startOfDay(day); from < end;) {
    const first = await firstPostingBetween(db, from.toISOString(), end.toISOString());
    if (first === undefined) break;
    const until = new Date(Math.min(Date.parse(first) + hourMs, end.getTime()));
    movements.push(...(await movementsBetween(db, new Date(first), until)));
    from = until;
    await letOthersRun();
  }
  return movements;
}

/** Adds up what was posted at or after `from` and before `until`. */
export async function movementsBetween(db: Queryable, from: Date, until: Date): Promise<Movement[]> {
  const { rows } = await movementsQuery(from, until).execute(db);
  return rows;
}

export const movementsQuery = (from: Date, until: Date) => sql<Movement>`
  select entry.account, entry.currency, substr(posted.cause, 1, 6) as kind, count(*) as count,
    ${debitMinor} as debit_minor, ${creditMinor} as credit_minor
  from ledger_transactions posted join ledger_entries entry on entry.transaction_id = posted.id
  where posted.posted_at >= ${from.toISOString()} and posted.posted_at < ${until.toISOString()}
  group by entry.account, entry.currency, substr(posted.cause, 1, 6)`;

/** Adds up the movements of a day as balances, by account and currency. */
export function balancesOf(day: UtcDay, movements: readonly Movement[]): DailyBalanceRow[] {
  const sums = new Map<string, DailyBalanceRow>();
  for (const { account, currency, debit_minor: debit, credit_minor: credit } of movements) {
    const key = `${account} ${currency}`;
    const { debit_minor: earlierDebit = 0, credit_minor: earlierCredit = 0 } = sums.get(key) ?? {};
    const sum = { debit_minor: earlierDebit + debit, credit_minor: earlierCredit + credit };
    sums.set(key, { account, currency, day, ...sum });
  }
  return [...sums.values()];
}

/** Finds the first day to which anything was posted at or after `from` and before `until`. */
export const firstDayBetween = async (db: Queryable, from: string, until: string): Promise<UtcDay | undefined> =>
  (await firstPostingBetween(db, from, until))?.slice(0, 10);

export async function firstPostingBetween(db: Queryable, from: string, until: string): Promise<string | undefined> {
  const first = await db
    .selectFrom('ledger_transactions')
    .select('posted_at')
    .where('posted_at', '>=', from)
    .where('posted_at', '<', until)
    .orderBy('posted_at')
    .limit(1)
    .executeTakeFirst();
  return first?.posted_at;
}

const hourMs = 60 * 60 * 1000;
