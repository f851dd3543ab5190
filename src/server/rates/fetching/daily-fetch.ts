import * as z from 'zod/mini';
import { enteredRate } from '#contract/admin/rates.ts';
import type { EnteredRate } from '#domain/rates/check-rates.ts';
import { laterRates } from '#domain/rates/euro-rates.ts';
import type { Queryable } from '#server/db/database.ts';
import type { RateFetchRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

/** The state of the daily fetch, which all processes share. */
export const readDailyFetch = async (db: Queryable): Promise<DailyFetch> =>
  (await db
    .selectFrom('rate_fetches')
    .select(['fetched_at', 'failing_since', 'problem', 'waiting'])
    .executeTakeFirst()) ?? {
    fetched_at: null,
    failing_since: null,
    problem: null,
    waiting: '[]',
  };

type DailyFetch = Omit<RateFetchRow, 'id' | 'next_at'>;

/** The fetched rates that someone must confirm. One that has been published since, or entered for that day, no longer waits. */
export const waitingRates = ({ waiting }: DailyFetch, { published }: Pick<Deps, 'published'>): readonly EnteredRate[] =>
  laterRates(stored.parse(JSON.parse(waiting)), published.rates.current().document);

const stored = z.array(enteredRate);
