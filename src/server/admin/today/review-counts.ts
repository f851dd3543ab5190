import * as z from 'zod/mini';
import { reviewKinds, type ReviewKind, type TodayResponse } from '#contract/admin/today.ts';
import { readLatestComparisons } from '../balances/read-balances.ts';
import type { Queryable } from '#server/db/database.ts';
import type { ReconciliationRunRow } from '#server/db/tables.ts';
import { countHeldMails } from '#server/outbox/held-mails.ts';
import { findLastCompleteRun, findLostPlans, unexplainedIn } from '#server/payments/index.ts';
import {
  countDeadJobs,
  countDifferences,
  countMovements,
  countQuarantined,
  countUnknownPayments,
  isOverdue,
} from '../review/counts.ts';
import { findUnreviewedDisputes } from '../review/items/list-items.ts';

/** Reads when everything was last compared with the providers, and how much needs review, by kind. */
export async function readReviewCounts(
  db: Queryable,
  now: Date,
): Promise<Pick<TodayResponse, 'verifiedAt' | 'review'>> {
  const verifiedAt = (await findLastCompleteRun(db))?.finished_at;
  const limited = [await isLatestRunLimited(db, 'recent'), await isLatestRunLimited(db, 'open')].filter(Boolean);
  const held = await countHeldMails(db);
  const disputes = await findUnreviewedDisputes(db);
  const counts: Readonly<Record<ReviewKind, number>> = {
    quarantined: await countQuarantined(db),
    disputes: disputes.length,
    deadJobs: await countDeadJobs(db),
    differences: await countDifferences(db),
    balances: (await readLatestComparisons(db)).filter((row) => unexplainedIn(row).amountMinor !== 0).length,
    movements: await countMovements(db),
    reconciliation: limited.length + (isOverdue(verifiedAt, now) ? 1 : 0),
    unknownPayments: await countUnknownPayments(db, disputes),
    heldEmails: held.receipts + held.others,
    lostPlans: (await findLostPlans(db)).length,
  };
  const review = reviewKinds.map((kind) => ({ kind, count: counts[kind] }));
  return { verifiedAt: verifiedAt ?? null, review: review.filter(({ count }) => count > 0) };
}

/** Returns true if the latest reconciliation could not reach a provider, or lacked a permission to read everything. */
async function isLatestRunLimited(db: Queryable, scope: ReconciliationRunRow['scope']): Promise<boolean> {
  const run = await db
    .selectFrom('reconciliation_runs')
    .select(['status', 'result'])
    .where('scope', '=', scope)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!run) return false;
  return run.status === 'unavailable' || resultSchema.parse(JSON.parse(run.result)).missingPermissions.length > 0;
}

/** The results of old runs lack this list, which was added later. */
const resultSchema = z.object({ missingPermissions: z._default(z.array(z.unknown()), []) });
