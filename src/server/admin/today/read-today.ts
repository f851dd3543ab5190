import type { TodayResponse } from '#contract/admin/today.ts';
import { currenciesOfAge } from '#domain/rates/rate-age.ts';
import { ratedCurrencies } from '#domain/rates/rates.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import { readBackupTimes } from '#server/backups/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { readMailBacklog } from '#server/outbox/backlog.ts';
import { countWaitingDecisions, findLostBatches } from '#server/payouts/index.ts';
import { rateClock } from '#server/rates/index.ts';
import { countWaitingApprovals } from '#server/staff/index.ts';
import { readReviewCounts } from './review-counts.ts';

/** Reads what Today shows, except money in. */
export async function readToday(deps: Pick<Deps, 'db' | 'clock' | 'published' | 'config'>): Promise<TodayResponse> {
  const { db, clock } = deps;
  const now = clock.now();
  return {
    ...(await readReviewCounts(db.read, now)),
    waitingApprovals: (await countWaitingApprovals(db.read)) + (await countWaitingDecisions(db.read)),
    lostBatches: await findLostBatches(deps),
    monthly: {
      due: await readDue(db.read, now),
      failing: await countFailing(db.read),
      waiting: await countWaiting(db.read),
    },
    mail: [...(await readMailBacklog(db.read, now))],
    ...readRateAges(deps),
    backup: await readBackupTimes(db.read, now),
  };
}

function readRateAges(deps: Pick<Deps, 'clock' | 'published' | 'config'>) {
  const rates = deps.published.rates.current().document;
  const clock = rateClock(deps);
  const days = ratedCurrencies.map((currency) => rates[currency].day);
  return {
    ratesSetOn: days.reduce((oldest, day) => (day < oldest ? day : oldest)),
    oldRates: [...currenciesOfAge(rates, ['old'], clock)],
    alertedRates: [...currenciesOfAge(rates, ['alerted'], clock)],
    expiredRates: [...currenciesOfAge(rates, ['expired'], clock)],
  };
}

const dueWithinMs = 7 * 24 * 60 * 60 * 1000;

/** Sums the monthly donations to be charged within seven days, by currency. */
async function readDue(db: Queryable, now: Date): Promise<TodayResponse['monthly']['due']> {
  const rows = await db
    .selectFrom('plans')
    .innerJoin('plan_terms', (join) =>
      join.onRef('plan_terms.plan_id', '=', 'plans.id').onRef('plan_terms.number', '=', 'plans.terms_number'),
    )
    .select('charge_currency as currency')
    .select((e) => [
      e.fn.countAll<number>().as('count'),
      e.cast<number>(e.fn.sum('charge_total_minor'), 'bigint').as('totalMinor'),
    ])
    .where('status', '=', 'active')
    .where('waiting_since', 'is', null)
    .where('next_charge_at', '>=', now.toISOString())
    .where('next_charge_at', '<', new Date(now.getTime() + dueWithinMs).toISOString())
    .groupBy('charge_currency')
    .orderBy('charge_currency')
    .execute();
  return rows.map(({ count, totalMinor, currency }) => ({
    count,
    total: toDecimal(money(totalMinor, currency)),
    currency,
  }));
}

/** Counts the monthly donations whose last charge failed and is tried again. */
async function countFailing(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('plans')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', 'past_due')
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the monthly donations whose charity was retired, so that nothing is charged until their donors choose another one. */
async function countWaiting(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('plans')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('waiting_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}
