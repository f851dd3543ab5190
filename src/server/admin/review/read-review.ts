import * as z from 'zod/mini';
import type { ReviewResponse } from '#contract/admin/review/review.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { findLastCompleteRun, findLostPlans, summarizeRestore } from '#server/payments/index.ts';
import { countUnknownPayments, isOverdue } from './counts.ts';
import { findUnreviewedDisputes } from './items/list-items.ts';
import type { ReconciliationRunRow } from '#server/db/tables.ts';

/** Reads what needs review, and the latest reconciliation runs. */
export async function readReview(db: Queryable, now: Date): Promise<ReviewResponse> {
  const runs = [...(await findRuns(db, 'recent')), ...(await findRuns(db, 'open'))];
  return {
    isOverdue: isOverdue((await findLastCompleteRun(db))?.finished_at, now),
    runs: runs.map(toRun),
    unknownPayments: await countUnknownPayments(db, await findUnreviewedDisputes(db)),
    restore: await readRestore(db),
    lostPlans: (await findLostPlans(db)).map(({ totalMinor, ...plan }) => ({
      ...plan,
      total: toDecimal(money(totalMinor, plan.currency)),
    })),
  };
}

async function readRestore(db: Queryable): Promise<ReviewResponse['restore']> {
  const restore = await summarizeRestore(db);
  if (!restore) return null;
  const { noticedAt, rebuilt, lostAccounts, held } = restore;
  return {
    noticedAt,
    lostAccounts,
    donations: rebuilt?.donations ?? 0,
    withoutAccount: rebuilt?.withoutAccount ?? 0,
    sums: (rebuilt?.sums ?? []).map(({ donations, totalMinor, currency }) => ({
      donations,
      total: toDecimal(money(totalMinor, currency)),
      currency,
    })),
    heldReceipts: held.receipts,
    heldOthers: held.others,
  };
}

const runsShown = 5;

const findRuns = (db: Queryable, scope: ReconciliationRunRow['scope']): Promise<ReconciliationRunRow[]> =>
  db
    .selectFrom('reconciliation_runs')
    .selectAll()
    .where('scope', '=', scope)
    .orderBy('started_at', 'desc')
    .limit(runsShown)
    .execute();

/** The results of old runs lack the counts that were added later. */
const resultSchema = z.object({
  compared: z._default(z.int(), 0),
  healed: z._default(z.int(), 0),
  quarantined: z._default(z.int(), 0),
  lapsed: z._default(z.int(), 0),
  feesBooked: z._default(z.int(), 0),
  unknownAtProvider: z._default(z.array(z.string()), []),
  missingPermissions: z._default(z.array(z.object({ description: z.string() })), []),
});

const toRun = (run: ReconciliationRunRow): ReviewResponse['runs'][number] => {
  const { missingPermissions, ...counts } = resultSchema.parse(JSON.parse(run.result));
  return {
    id: run.id,
    scope: run.scope,
    status: run.status,
    since: run.since,
    startedAt: run.started_at,
    finishedAt: run.finished_at,
    ...counts,
    missingPermissions: missingPermissions.map(({ description }) => description),
  };
};
