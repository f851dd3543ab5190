import { checkRates, unlikelyChanges, type EnteredRate } from '#domain/rates/check-rates.ts';
import { laterRates, toDollarRates } from '#domain/rates/euro-rates.ts';
import { toDay } from '#domain/rates/rate-age.ts';
import type { RateFetchRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { publish } from '#server/publishing/index.ts';
import { downloadRates } from './download-rates.ts';
import { RatesProblem } from './rates-problem.ts';
import { readEuroRates } from './read-euro-rates.ts';

/**
 * Fetches the rates of the day if that is due, and publishes those that are later than the ones that apply. A change of more
 * than 10 % waits for a person. After a failure the next fetch is due in an hour. Only one of several processes fetches.
 */
export async function fetchRates(deps: Deps): Promise<void> {
  const { ratesUrl } = deps.config;
  if (!ratesUrl || !(await takeLease(deps))) return;
  const now = deps.clock.now();
  try {
    const rates = toDollarRates(readEuroRates(await downloadRates(ratesUrl, deps)), ratesUrl.host);
    const waiting = await publishLikely(deps, rates);
    await record(deps, {
      next_at: nextFetch(now).toISOString(),
      fetched_at: now.toISOString(),
      failing_since: null,
      problem: null,
      waiting: JSON.stringify(waiting),
    });
  } catch (error) {
    if (!(error instanceof RatesProblem)) throw error;
    deps.log.warn({ problem: error.message }, 'rates were not fetched');
    await recordFailure(deps, now, error.message);
  }
}

/** Publishes the rates whose change is likely. Returns the others. */
async function publishLikely(deps: Deps, fetched: readonly EnteredRate[]): Promise<readonly EnteredRate[]> {
  const { rates: published } = deps.published;
  await published.refresh(deps.db.read);
  const { number, document: present } = published.current();
  const later = laterRates(fetched, present);
  if (later.length === 0) return [];
  const checked = checkRates(later, present, toDay(deps.clock.now()));
  if (checked.code === 'refused') throw new RatesProblem(checked.sentence);
  const unlikely: ReadonlySet<string> = new Set(unlikelyChanges(present, checked.rates));
  const likely = Object.fromEntries(Object.entries(checked.rates).filter(([currency]) => !unlikely.has(currency)));
  if (Object.keys(likely).length > 0) {
    const document = { ...present, ...likely };
    const result = await publish(deps, published, {
      actor: 'system',
      document,
      basedOn: number,
      reason: 'Daily fetch',
    });
    if (result.code !== 'published') throw new RatesProblem(result.sentence);
    deps.log.info({ kind: 'rates', version: result.version, publishedBy: 'system' }, 'version published');
  }
  return later.filter(({ currency }) => unlikely.has(currency));
}

/**
 * Returns false if no fetch is due, or another process has the lease. The lease ends after an hour, so that another fetches if
 * this one died.
 */
async function takeLease({ db, clock }: Deps): Promise<boolean> {
  const now = clock.now();
  const next_at = new Date(now.getTime() + hourMs).toISOString();
  const { numInsertedOrUpdatedRows: taken = 0n } = await db.write
    .insertInto('rate_fetches')
    .values({ id: 'rates', next_at, waiting: '[]' })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ next_at }).where('rate_fetches.next_at', '<=', now.toISOString()),
    )
    .executeTakeFirstOrThrow();
  return taken > 0n;
}

const record = ({ db }: Deps, values: Partial<RateFetchRow>): Promise<unknown> =>
  db.write.updateTable('rate_fetches').set(values).execute();

const recordFailure = ({ db }: Deps, now: Date, problem: string): Promise<unknown> =>
  db.write
    .updateTable('rate_fetches')
    .set((row) => ({ problem, failing_since: row.fn.coalesce('failing_since', row.val(now.toISOString())) }))
    .execute();

/** The next 15:30 UTC. The European Central Bank publishes at about 16:00 in Frankfurt. */
export function nextFetch(now: Date): Date {
  const today = Date.parse(`${toDay(now)}T15:30:00.000Z`);
  return new Date(today > now.getTime() ? today : today + 24 * hourMs);
}

const hourMs = 60 * 60 * 1000;
