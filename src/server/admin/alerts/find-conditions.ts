import type { ReviewItem } from '#contract/admin/review/review-items.ts';
import type { ReviewKind } from '#contract/admin/today.ts';
import { currenciesOfAge } from '#domain/rates/rate-age.ts';
import { withReminders, type Condition } from '#domain/staff/alerts/condition.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { JobKind } from '#server/db/tables.ts';
import type { TotalsKind } from '#server/self-audit/index.ts';
import { rateClock, readDailyFetch, waitingRates } from '#server/rates/index.ts';
import { readBalances } from '../balances/read-balances.ts';
import { listItems } from '../review/items/list-items.ts';
import { readReviewCounts } from '../today/review-counts.ts';

/** Finds everything that staff are alerted about now. */
export async function findConditions(deps: AlertDeps, db: Queryable, now: Date): Promise<readonly Condition[]> {
  const items = (await listItems(db)).filter(({ job }) => job?.kind !== alertJob);
  const { review } = await readReviewCounts(db, now);
  const conditions = [
    ...items.map(itemCondition),
    ...(await findBalanceConditions(db)),
    ...(await findDisagreements(db)),
    ...(await findPausedNewsletters(db)),
    ...review.filter(({ kind }) => !itemizedKinds.has(kind)).map(({ kind }) => ({ key: kind, kind, since: now })),
    ...findOldRates(deps),
    ...(await findFetchConditions(deps, db, now)),
    ...(await findSwitchedOffWebhooks(db)),
  ];
  return withReminders(conditions, now);
}

/** The dependencies of `findConditions`, besides the database. */
type AlertDeps = Pick<Deps, 'published' | 'config' | 'clock'>;

function findOldRates(deps: AlertDeps): Condition[] {
  const rates = deps.published.rates.current().document;
  return currenciesOfAge(rates, ['alerted', 'expired'], rateClock(deps)).map((currency) => ({
    key: `rates:${currency}:${rates[currency].day}`,
    kind: 'rates',
    since: new Date(rates[currency].day),
  }));
}

/** Finds fetched rates that someone must confirm, and a daily fetch that has failed for a day. */
async function findFetchConditions(deps: AlertDeps, db: Queryable, now: Date): Promise<Condition[]> {
  if (!deps.config.ratesUrl) return [];
  const fetch = await readDailyFetch(db);
  const waiting = waitingRates(fetch, deps).map(({ currency, day }) => ({
    key: `waitingRates:${currency}:${day}`,
    kind: 'waitingRates' as const,
    since: new Date(day),
  }));
  const since = new Date(fetch.failing_since ?? now);
  const isFailing = now.getTime() - since.getTime() >= dayMs;
  return [
    ...waiting,
    ...(isFailing ? [{ key: `failedFetches:${since.toISOString()}`, kind: 'failedFetches' as const, since }] : []),
  ];
}

const dayMs = 24 * 60 * 60 * 1000;

async function findSwitchedOffWebhooks(db: Queryable): Promise<Condition[]> {
  const endpoints = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'status_since'])
    .where('status', '=', 'off')
    .execute();
  return endpoints.map(({ id, status_since: since }) => ({
    key: `webhook:${id}:${since}`,
    kind: 'webhooks',
    since: new Date(since),
  }));
}

/** An alert that could not be sent raises no other alert. */
const alertJob: JobKind = 'staff_alert';

/** The kinds whose items are separate conditions. Every other kind is one condition, however many items it has. */
const itemizedKinds: ReadonlySet<ReviewKind> = new Set([
  'quarantined',
  'disputes',
  'deadJobs',
  'differences',
  'balances',
  'movements',
]);

const itemCondition = ({ id, kind, since, evidenceDueAt, donationId }: ReviewItem): Condition => ({
  key: id,
  kind: kindOfItem[kind],
  since: new Date(since),
  dueAt: evidenceDueAt === null ? undefined : new Date(evidenceDueAt),
  donationId: donationId ?? undefined,
});

const kindOfItem = {
  quarantined: 'quarantined',
  dispute: 'disputes',
  job: 'deadJobs',
  difference: 'differences',
} as const satisfies Record<ReviewItem['kind'], Condition['kind']>;

/** Finds the open disagreements, except those about a provider's balance, which have separate conditions. */
async function findDisagreements(db: Queryable): Promise<Condition[]> {
  const rows = await db
    .selectFrom('disagreements')
    .select(['kind', 'subject', 'first_seen_at'])
    .where('ended_at', 'is', null)
    .where('kind', '<>', 'provider_balance' satisfies TotalsKind)
    .execute();
  return rows.map(({ kind, subject, first_seen_at: since }) => ({
    key: `disagreement:${kind}:${subject}:${since}`,
    kind: 'disagreements',
    since: new Date(since),
  }));
}

/** Finds the newsletters that were paused automatically. */
async function findPausedNewsletters(db: Queryable): Promise<Condition[]> {
  const rows = await db
    .selectFrom('newsletters')
    .select(['id', 'paused_at'])
    .where('status', '=', 'paused')
    .where('pause_cause', 'in', ['refusals', 'restore'])
    .execute();
  return rows.map(({ id, paused_at: at }) => ({
    key: `newsletter:${id}:${at}`,
    kind: 'newsletters',
    since: new Date(at ?? 0),
  }));
}

async function findBalanceConditions(db: Queryable): Promise<Condition[]> {
  const { compared, movements } = await readBalances(db);
  return [
    ...compared
      .filter(({ unexplained }) => unexplained !== 0)
      .map(({ provider, currency, comparedAt }) => ({
        key: `balance:${provider}:${currency}`,
        kind: 'balances' as const,
        since: new Date(comparedAt),
      })),
    ...movements.map(({ provider, movementId, occurredAt }) => ({
      key: `movement:${provider}:${movementId}`,
      kind: 'movements' as const,
      since: new Date(occurredAt),
    })),
  ];
}
