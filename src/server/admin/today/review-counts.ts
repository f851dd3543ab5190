import * as z from 'zod/mini';
import { reviewKinds, type ReviewKind, type TodayAnswer } from '#contract/admin/today.ts';
import { readLatestComparisons } from '../balances/read-balances.ts';
import type { Queryable } from '#server/db/database.ts';
import type { ReconciliationRunRow } from '#server/db/tables.ts';
import { countHeldMails } from '#server/outbox/held-mails.ts';
import { findLostPlans, unexplainedIn } from '#server/payments/index.ts';
import {
  countDeadJobs,
  countDifferences,
  countDisputes,
  countMovements,
  countQuarantined,
  countUnknownPayments,
} from '../review/counts.ts';

/** When everything was last compared with the providers, and how much needs review, by kind. */
export async function readReview(db: Queryable, now: Date): Promise<Pick<TodayAnswer, 'verifiedAt' | 'review'>> {
  const verifiedAt = await findVerifiedAt(db);
  const latest = [await findLatestRun(db, 'recent'), await findLatestRun(db, 'open')].flatMap((run) => run ?? []);
  const held = await countHeldMails(db);
  const counts: Readonly<Record<ReviewKind, number>> = {
    quarantined: await countQuarantined(db),
    disputes: await countDisputes(db),
    deadJobs: await countDeadJobs(db),
    differences: await countDifferences(
      db,
      latest.flatMap(({ unknownAtProvider }) => unknownAtProvider),
    ),
    balances: (await readLatestComparisons(db)).filter((row) => unexplainedIn(row).amountMinor !== 0).length,
    movements: await countMovements(db),
    reconciliation: latest.filter(({ isLimited }) => isLimited).length + (isOverdue(verifiedAt, now) ? 1 : 0),
    unknownPayments: await countUnknownPayments(db),
    heldEmails: held.receipts + held.others,
    lostPlans: (await findLostPlans(db)).length,
  };
  const review = reviewKinds.map((kind) => ({ kind, count: counts[kind] }));
  return { verifiedAt, review: review.filter(({ count }) => count > 0) };
}

/** Everything is compared once a day. */
const overdueMs = 26 * 60 * 60 * 1000;

const isOverdue = (verifiedAt: string | null, now: Date): boolean =>
  verifiedAt !== null && now.getTime() - new Date(verifiedAt).getTime() > overdueMs;

async function findVerifiedAt(db: Queryable): Promise<string | null> {
  const run = await db
    .selectFrom('reconciliation_runs')
    .select('finished_at')
    .where('scope', '=', 'recent')
    .where('status', '=', 'finished')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return run?.finished_at ?? null;
}

interface LatestRun {
  readonly unknownAtProvider: readonly string[];
  /** Whether a provider could not be reached, or did not let us read everything. */
  readonly isLimited: boolean;
}

async function findLatestRun(db: Queryable, scope: ReconciliationRunRow['scope']): Promise<LatestRun | undefined> {
  const run = await db
    .selectFrom('reconciliation_runs')
    .select(['status', 'result'])
    .where('scope', '=', scope)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!run) return undefined;
  const { unknownAtProvider, missingPermissions } = resultSchema.parse(JSON.parse(run.result));
  return { unknownAtProvider, isLimited: run.status === 'unavailable' || missingPermissions.length > 0 };
}

/** Old runs lack the lists that were added later. */
const resultSchema = z.object({
  unknownAtProvider: z._default(z.array(z.string()), []),
  missingPermissions: z._default(z.array(z.unknown()), []),
});
