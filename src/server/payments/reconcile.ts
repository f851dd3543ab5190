import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { ProviderUnavailable } from './card-provider.ts';
import { comparePayPal } from './compare-paypal.ts';
import { compareStripe } from './compare-stripe.ts';
import { marginMs, type ComparedTime, type Comparison, type ReconciliationScope } from './feed-events.ts';
import { reconcileReversals } from './reconcile-reversals.ts';
import { oldestOpenIntent } from './reconcile-queries.ts';

export type { ReconciliationScope } from './feed-events.ts';

/** What a comparison of our books with the providers' found, all together and one by one. */
export interface ReconciliationResult extends Comparison {
  /** A provider that could not be asked is `unavailable`; one with nothing to compare is not named. */
  readonly providers: Readonly<Partial<Record<PaymentProvider, Comparison | 'unavailable'>>>;
}

/**
 * Compares our books with every provider's and feeds what we lack through the one door (design 3.9). The result is kept. A
 * provider that cannot be asked does not stop the comparison with another; the next run starts anew. `undefined` when none
 * could be asked.
 */
export async function reconcile(deps: Deps, scope: ReconciliationScope): Promise<ReconciliationResult | undefined> {
  const startedAt = deps.clock.now();
  const providers: Partial<Record<PaymentProvider, Comparison | 'unavailable'>> = {};
  const starts: Date[] = [];
  for (const [provider, compare] of comparisonsOf(deps)) {
    const since = await startOf(deps, provider, scope, startedAt);
    if (since) starts.push(since);
    else if (provider !== 'stripe') continue;
    providers[provider] = await compareWith(deps, provider, async () =>
      sumOf([
        ...(since ? [await compare({ scope, since, now: startedAt })] : []),
        ...(provider === 'stripe' ? [await reconcileReversals(deps, scope, startedAt)] : []), // PayPal tells refunds by its messages
      ]),
    );
  }
  const found = Object.values(providers);
  const result = { ...sumOf(found.filter((comparison) => comparison !== 'unavailable')), providers };
  const isComplete = !found.includes('unavailable');
  const since = starts.toSorted((left, right) => left.getTime() - right.getTime())[0] ?? startedAt;
  await keepRun(deps, { scope, status: isComplete ? 'finished' : 'unavailable', since, startedAt, result });
  report(deps, scope, result, isComplete);
  return isComplete || found.some((comparison) => comparison !== 'unavailable') ? result : undefined;
}

type Compare = (time: ComparedTime) => Promise<Comparison>;

function comparisonsOf(deps: Deps): readonly (readonly [PaymentProvider, Compare])[] {
  const { paypal } = deps;
  return [
    ['stripe', (time) => compareStripe(deps, time)],
    ...(paypal ? ([['paypal', (time: ComparedTime) => comparePayPal(deps, paypal, time)]] as const) : []),
  ];
}

const recentMs = 7 * 24 * 60 * 60 * 1000;

async function startOf(
  deps: Deps,
  provider: PaymentProvider,
  scope: ReconciliationScope,
  now: Date,
): Promise<Date | undefined> {
  if (scope === 'recent') return new Date(now.getTime() - recentMs);
  const oldest = await oldestOpenIntent(deps.db.read, provider, new Date(now.getTime() - recentMs));
  return oldest === undefined ? undefined : new Date(new Date(oldest).getTime() - marginMs);
}

async function compareWith(
  deps: Deps,
  provider: PaymentProvider,
  compare: () => Promise<Comparison>,
): Promise<Comparison | 'unavailable'> {
  try {
    return await compare();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    deps.log.warn({ provider, detail: error.message }, 'reconciliation: the provider cannot be asked');
    return 'unavailable';
  }
}

function sumOf(comparisons: readonly Comparison[]): Comparison {
  const total = (count: Exclude<keyof Comparison, 'unknownAtProvider'>): number =>
    comparisons.reduce((sum, comparison) => sum + comparison[count], 0);
  return {
    compared: total('compared'),
    healed: total('healed'),
    quarantined: total('quarantined'),
    lapsed: total('lapsed'),
    feesBooked: total('feesBooked'),
    unknownAtProvider: comparisons.flatMap(({ unknownAtProvider }) => unknownAtProvider),
  };
}

interface Run {
  readonly scope: ReconciliationScope;
  readonly status: 'finished' | 'unavailable';
  readonly since: Date;
  readonly startedAt: Date;
  readonly result: ReconciliationResult;
}

async function keepRun(deps: Deps, run: Run): Promise<void> {
  await deps.db.write
    .insertInto('reconciliation_runs')
    .values({
      id: newId('rec', deps.random),
      scope: run.scope,
      status: run.status,
      since: run.since.toISOString(),
      started_at: run.startedAt.toISOString(),
      finished_at: deps.clock.now().toISOString(),
      result: JSON.stringify(run.result),
    })
    .execute();
}

function report(deps: Deps, scope: ReconciliationScope, result: ReconciliationResult, isComplete: boolean): void {
  const isClean = result.quarantined === 0 && result.unknownAtProvider.length === 0;
  const outcome = isComplete ? 'clean' : 'unavailable';
  deps.metrics.reconciliations.inc({ scope, outcome: isClean ? outcome : 'different' });
  if (!isClean) deps.log.error({ scope, ...result }, 'reconciliation found differences: a person must look at them');
  else if (isComplete) deps.log.info({ scope, ...result }, 'reconciliation finished');
}
