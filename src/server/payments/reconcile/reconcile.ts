import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { describeMissing, PermissionMissing, type ProviderPermission } from '#server/ports/permissions.ts';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import { findProvider } from '#server/ports/providers.ts';
import { clockMarginMs } from '../clock-margin.ts';
import { findLostPlans, returnLostPlans } from '../plans/lost-plans.ts';
import { recordReportedRestore, noticeRestore } from '../rebuild/notice-restore.ts';
import { findComparedUntil, findRebuilt, type RebuiltDonations } from '../rebuild/restores.ts';
import {
  sumOf,
  type Comparison,
  type Reconcile,
  type ReconciliationPeriod,
  type ReconciliationScope,
} from './comparison.ts';
import { findOldestOpenIntent, insertReconciliationRun } from './queries.ts';
import { reconcilePayPal } from './reconcile-paypal.ts';
import { reconcileStripe } from './reconcile-stripe.ts';

/** The sums over all providers, and the comparison with each. */
interface ReconciliationResult extends Comparison {
  /** Providers with nothing to compare are left out. */
  readonly providers: Readonly<Partial<Record<PaymentProvider, Comparison | 'unavailable'>>>;
  /** Permissions that our keys lack. Everything that does not need them was done. */
  readonly missingPermissions: readonly MissingPermission[];
  /** Monthly donations that are charged although their donors' accounts were lost in a restore. They need review. */
  readonly plansWithoutAccount: readonly string[];
  /** Donations that this run rebuilt after a restore; absent if there were none. */
  readonly rebuilt?: RebuiltDonations | undefined;
}

/** An operator's report about the database. */
export interface RestoreReport {
  /** True if the database was restored from a backup, or replaces another one. */
  readonly isRestored?: boolean;
  /** The instant from which the database lacks payments; they are compared too. Needed if the database is empty. */
  readonly lostSince?: Date | undefined;
}

interface MissingPermission {
  readonly provider: PaymentProvider;
  /** The provider's id for the permission. */
  readonly permission: string;
  /** Says what is missing, its effect, and what to do. */
  readonly description: string;
}

/**
 * Checks our records against every provider's and adds what we missed. The result is stored as a reconciliation run. An
 * unavailable provider does not stop the others; the next run starts from the beginning. Undefined if every provider was
 * unavailable.
 */
export async function reconcile(
  deps: Deps,
  scope: ReconciliationScope,
  { isRestored = false, lostSince }: RestoreReport = {},
): Promise<ReconciliationResult | undefined> {
  const startedAt = deps.clock.now();
  await noticeRestore(deps);
  if (isRestored) await recordReportedRestore(deps, lostSince);
  const providers: Partial<Record<PaymentProvider, Comparison | 'unavailable'>> = {};
  const missing = new Set<ProviderPermission>();
  const starts: Date[] = [];
  const comparedUntil = await comparedUntilFor(deps, startedAt, lostSince);
  for (const provider of ['stripe', 'paypal'] as const) {
    if (!findProvider(deps, provider)) continue;
    const since = await startOf(deps, provider, scope, { comparedUntil, now: startedAt });
    if (since) starts.push(since);
    const period = { scope, since, comparedUntil, now: startedAt, missing };
    const comparison = await unlessUnavailable(deps, provider, period, reconcilers[provider]);
    if (comparison) providers[provider] = comparison;
  }
  const comparisons = Object.values(providers);
  const result = {
    ...sumOf(comparisons.filter((comparison) => comparison !== 'unavailable')),
    providers,
    missingPermissions: [...missing].map(toMissingPermission),
    plansWithoutAccount: await findPlansWithoutAccount(deps, scope),
    rebuilt: await findRebuilt(deps.db.read, startedAt),
  };
  const isComplete = !comparisons.includes('unavailable');
  const since = starts.toSorted((left, right) => left.getTime() - right.getTime())[0] ?? startedAt;
  const runId = newId('rec', deps.random);
  await insertReconciliationRun(deps.db, {
    id: runId,
    scope,
    status: isComplete ? 'finished' : 'unavailable',
    since: since.toISOString(),
    started_at: startedAt.toISOString(),
    finished_at: deps.clock.now().toISOString(),
    result: JSON.stringify(result),
  });
  noteLastRun(deps, runId, startedAt);
  report(deps, scope, result, isComplete);
  return isComplete || comparisons.some((comparison) => comparison !== 'unavailable') ? result : undefined;
}

const reconcilers: Readonly<Record<PaymentProvider, Reconcile>> = { stripe: reconcileStripe, paypal: reconcilePayPal };

const recentMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Finds the instant up to which everything was compared earlier. A restored backup contains only old runs, so everything since
 * then is compared again.
 */
async function comparedUntilFor(deps: Deps, now: Date, lostSince: Date | undefined): Promise<Date> {
  const known = [await findComparedUntil(deps.db.read), lostSince, now].flatMap((at) => at?.getTime() ?? []);
  return new Date(Math.min(...known));
}

/**
 * Writes the note of the last run. If the note is missing, a restore is noticed later or an operator reports it, so a failure
 * is only logged.
 */
function noteLastRun({ installationId, lastRun, log }: Deps, runId: string, startedAt: Date): void {
  try {
    lastRun.write({ installationId, runId, startedAt });
  } catch (error) {
    log.warn({ err: error }, 'cannot write the note of the last reconciliation to the data folder');
  }
}

/**
 * Finds the start of the period. For the scope `recent`, it is a week before `comparedUntil`. For the scope `open`, it is the
 * creation of the oldest open intent of the last week; undefined if none is open.
 */
async function startOf(
  deps: Deps,
  provider: PaymentProvider,
  scope: ReconciliationScope,
  { comparedUntil, now }: Pick<ReconciliationPeriod, 'comparedUntil' | 'now'>,
): Promise<Date | undefined> {
  if (scope === 'recent') return new Date(comparedUntil.getTime() - recentMs);
  const weekAgo = new Date(now.getTime() - recentMs);
  const oldest = await findOldestOpenIntent(deps.db.read, provider, weekAgo);
  return oldest && new Date(oldest.getTime() - clockMarginMs);
}

async function unlessUnavailable(
  deps: Deps,
  provider: PaymentProvider,
  period: ReconciliationPeriod,
  compare: Reconcile,
): Promise<Comparison | 'unavailable' | undefined> {
  try {
    return await compare(deps, period);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    if (error instanceof PermissionMissing) period.missing.add(error.permission);
    deps.log.warn({ provider, detail: error.message }, 'reconciliation: provider unavailable');
    return 'unavailable';
  }
}

/** Finds the plans that are still lost. For the scope `recent`, donors who registered again first get their plans back. */
async function findPlansWithoutAccount(deps: Deps, scope: ReconciliationScope): Promise<string[]> {
  if (scope === 'recent') await returnLostPlans(deps);
  return (await findLostPlans(deps.db.read)).map(({ id }) => id);
}

const toMissingPermission = (permission: ProviderPermission): MissingPermission => ({
  provider: permission.provider,
  permission: permission.id,
  description: describeMissing(permission),
});

function report(deps: Deps, scope: ReconciliationScope, result: ReconciliationResult, isComplete: boolean): void {
  const isClean = result.quarantined === 0 && result.unknownAtProvider.length === 0;
  const outcome = isComplete ? 'clean' : 'unavailable';
  deps.metrics.reconciliations.inc({ scope, outcome: isClean ? outcome : 'different' });
  for (const missing of result.missingPermissions) {
    deps.metrics.missingPermissions.inc({ provider: missing.provider, permission: missing.permission });
    if (scope === 'recent') deps.log.warn(missing, 'reconciliation: permission missing'); // once a day is enough
  }
  if (scope === 'recent' && result.plansWithoutAccount.length > 0)
    deps.log.warn({ planIds: result.plansWithoutAccount }, 'monthly donations without an account; needs review');
  if (result.rebuilt) deps.log.warn({ scope, ...result.rebuilt }, 'payments rebuilt after a restore; emails are held');
  if (!isClean) deps.log.error({ scope, ...result }, 'reconciliation found discrepancies; needs review');
  else if (isComplete) deps.log.info({ scope, ...result }, 'reconciliation finished');
}
