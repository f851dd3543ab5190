import { sql } from 'kysely';
import { charityAccount } from '#domain/ledger/accounts.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import { readProgress } from '#server/accounting/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Payee } from './payable.ts';

/** A sum of entries of one payee, in minor units. A positive sum adds to what we owe the charity. */
export interface EntrySum {
  readonly charity_id: number;
  readonly currency: Payee['currency'];
  readonly minor: number;
}

/**
 * Finds the first day that is summed from the copied entries; earlier days come from the daily balances. A day is in the balances
 * after it was written, and all of its entries have been copied if a later day has copied entries.
 */
export async function firstDayOfEntries(db: Queryable): Promise<UtcDay> {
  const { written_before: written } = await readProgress(db);
  const { newest } = await db
    .selectFrom('payable_entries')
    .select((e) => e.fn.max<string | null>('posted_at').as('newest'))
    .executeTakeFirstOrThrow();
  const [first = ''] = [written.slice(0, 10), (newest ?? '').slice(0, 10)].toSorted();
  return first;
}

/** Sums the daily balances of charities' accounts, payouts included, on the days before `until`; with `from`, only since then. */
export const sumBalances = (
  db: Queryable,
  { from, until }: { readonly from?: UtcDay; readonly until: UtcDay },
  charityId: number | undefined,
): Promise<EntrySum[]> =>
  db
    .selectFrom('daily_balances')
    .select(sql<number>`cast(substr(account, 9) as integer)`.as('charity_id'))
    .select('currency')
    .select(sql<number>`cast(sum(credit_minor - debit_minor) as bigint)`.as('minor'))
    .where('day', '<', until)
    .$if(from !== undefined, (query) => query.where('day', '>=', from ?? ''))
    .where(sql<boolean>`account like ${charityId === undefined ? 'charity:%' : charityAccount(charityId)}`)
    .groupBy(['account', 'currency'])
    .execute();

/** Sums the copied entries that were posted from a day on. */
export const sumEntries = (db: Queryable, day: UtcDay, charityId: number | undefined): Promise<EntrySum[]> =>
  db
    .selectFrom('payable_entries')
    .select(['charity_id', 'currency'])
    .select(sql<number>`cast(sum(amount_minor) as bigint)`.as('minor'))
    .where('posted_at', '>=', day)
    .$if(charityId !== undefined, (query) => query.where('charity_id', '=', charityId ?? 0))
    .groupBy(['charity_id', 'currency'])
    .execute();
