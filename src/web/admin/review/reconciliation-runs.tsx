import type { JSX } from 'react';
import type { ReviewResponse } from '#contract/admin/review/review.ts';
import { formatCount } from '#domain/money/format.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { StatusPill } from '../ui/status-pill.tsx';

type Run = ReviewResponse['runs'][number];

/** The latest reconciliation runs, by scope, and whether the daily one is overdue. */
export const ReconciliationRuns = ({ runs, isOverdue }: Pick<ReviewResponse, 'runs' | 'isOverdue'>): JSX.Element => (
  <section aria-labelledby="reconciliation" className="review-card">
    <h2 id="reconciliation">Reconciliation</h2>
    {isOverdue && <p>The daily reconciliation is overdue: no complete run has finished for more than a day.</p>}
    {runs.length === 0 && <p className="text-muted">No runs yet.</p>}
    {scopes.map(([scope, name]) => {
      const runsOfScope = runs.filter((run) => run.scope === scope);
      return (
        runsOfScope.length > 0 && (
          <div key={scope}>
            <h3>{name}</h3>
            <ul className="review-list">
              {runsOfScope.map((run) => (
                <ReconciliationRun key={run.id} run={run} />
              ))}
            </ul>
          </div>
        )
      );
    })}
  </section>
);

const scopes = [
  ['recent', 'Daily: recent payments'],
  ['open', 'Every five minutes: open payments'],
] as const;

const ReconciliationRun = ({ run }: { readonly run: Run }): JSX.Element => (
  <li>
    <p>
      <time dateTime={run.startedAt}>{formatMoment(new Date(run.startedAt))}</time>
      <span className="ml-3">
        <StatusPill tone={tones[stateOf(run)]}>{stateNames[stateOf(run)]}</StatusPill>
      </span>
    </p>
    <p className="text-muted">{describeResult(run)}</p>
    {run.unknownAtProvider.length > 0 && (
      <p className="review-ids">{`Unknown to the provider: ${run.unknownAtProvider.join(' ')}`}</p>
    )}
    {run.missingPermissions.map((description) => (
      <p key={description}>{description}</p>
    ))}
  </li>
);

const stateNames = {
  matching: 'Matches',
  different: 'Differs',
  limited: 'Permission missing',
  unavailable: 'Provider unavailable',
} as const;

const tones = { matching: 'good', different: 'bad', limited: 'attention', unavailable: 'attention' } as const;

function stateOf(run: Run): keyof typeof stateNames {
  if (run.quarantined > 0 || run.unknownAtProvider.length > 0) return 'different';
  if (run.status === 'unavailable') return 'unavailable';
  return run.missingPermissions.length > 0 ? 'limited' : 'matching';
}

const describeResult = ({ compared, healed, quarantined, lapsed, feesBooked }: Run): string =>
  [
    `${formatCount(compared)} compared`,
    `${formatCount(healed)} recovered`,
    `${formatCount(quarantined)} quarantined`,
    `${formatCount(lapsed)} expired`,
    `${formatCount(feesBooked)} fees recorded`,
  ].join(', ');
