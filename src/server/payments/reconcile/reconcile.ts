import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import { findProvider } from '#server/ports/providers.ts';
import { clockMarginMs, sumOf, type Comparison, type Reconcile, type ReconciliationScope } from './comparison.ts';
import { findOldestOpenIntent, insertReconciliationRun } from './queries.ts';
import { reconcilePayPal } from './reconcile-paypal.ts';
import { reconcileStripe } from './reconcile-stripe.ts';

/** The sums over all providers, and the comparison with each. */
export interface ReconciliationResult extends Comparison {
  /** Providers with nothing to compare are left out. */
  readonly providers: Readonly<Partial<Record<PaymentProvider, Comparison | 'unavailable'>>>;
}

/**
 * Checks our records against every provider's and adds what we missed. The result is stored as a reconciliation run. An
 * unavailable provider does not stop the others; the next run starts from the beginning. Undefined when every provider was
 * unavailable.
 */
export async function reconcile(deps: Deps, scope: ReconciliationScope): Promise<ReconciliationResult | undefined> {
  const startedAt = deps.clock.now();
  const providers: Partial<Record<PaymentProvider, Comparison | 'unavailable'>> = {};
  const starts: Date[] = [];
  for (const provider of ['stripe', 'paypal'] as const) {
    if (!findProvider(deps, provider)) continue;
    const since = await startOf(deps, provider, scope, startedAt);
    if (since) starts.push(since);
    const found = await unlessUnavailable(deps, provider, () =>
      reconcilers[provider](deps, { scope, since, now: startedAt }),
    );
    if (found) providers[provider] = found;
  }
  const found = Object.values(providers);
  const result = { ...sumOf(found.filter((comparison) => comparison !== 'unavailable')), providers };
  const isComplete = !found.includes('unavailable');
  const since = starts.toSorted((left, right) => left.getTime() - right.getTime())[0] ?? startedAt;
  await insertReconciliationRun(deps.db, {
    id: newId('rec', deps.random),
    scope,
    status: isComplete ? 'finished' : 'unavailable',
    since: since.toISOString(),
    started_at: startedAt.toISOString(),
    finished_at: deps.clock.now().toISOString(),
    result: JSON.stringify(result),
  });
  report(deps, scope, result, isComplete);
  return isComplete || found.some((comparison) => comparison !== 'unavailable') ? result : undefined;
}

const reconcilers: Readonly<Record<PaymentProvider, Reconcile>> = { stripe: reconcileStripe, paypal: reconcilePayPal };

const recentMs = 7 * 24 * 60 * 60 * 1000;

/** For the scope `open`, the creation of the oldest open intent; undefined when none is open. */
async function startOf(
  deps: Deps,
  provider: PaymentProvider,
  scope: ReconciliationScope,
  now: Date,
): Promise<Date | undefined> {
  const weekAgo = new Date(now.getTime() - recentMs);
  if (scope === 'recent') return weekAgo;
  const oldest = await findOldestOpenIntent(deps.db.read, provider, weekAgo);
  return oldest && new Date(oldest.getTime() - clockMarginMs);
}

async function unlessUnavailable(
  deps: Deps,
  provider: PaymentProvider,
  compare: () => Promise<Comparison | undefined>,
): Promise<Comparison | 'unavailable' | undefined> {
  try {
    return await compare();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    deps.log.warn({ provider, detail: error.message }, 'reconciliation: provider unavailable');
    return 'unavailable';
  }
}

function report(deps: Deps, scope: ReconciliationScope, result: ReconciliationResult, isComplete: boolean): void {
  const isClean = result.quarantined === 0 && result.unknownAtProvider.length === 0;
  const outcome = isComplete ? 'clean' : 'unavailable';
  deps.metrics.reconciliations.inc({ scope, outcome: isClean ? outcome : 'different' });
  if (!isClean) deps.log.error({ scope, ...result }, 'reconciliation found discrepancies; needs review');
  else if (isComplete) deps.log.info({ scope, ...result }, 'reconciliation finished');
}
