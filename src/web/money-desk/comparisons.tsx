import type { JSX } from 'react';
import type { BooksAnswer } from '#contract/money-desk.ts';
import { formatCount } from '#domain/money/format.ts';
import { showInstant } from './show-instant.ts';

type Run = BooksAnswer['runs'][number];

/** The latest comparisons with the providers, by what they look at. */
export const Comparisons = ({ runs }: { readonly runs: readonly Run[] }): JSX.Element => (
  <section aria-labelledby="comparisons" className="desk-card">
    <h2 id="comparisons">Comparisons with the providers</h2>
    {runs.length === 0 && <p className="text-muted">None was made yet.</p>}
    {scopes.map(([scope, name]) => {
      const ofScope = runs.filter((run) => run.scope === scope);
      return (
        ofScope.length > 0 && (
          <div key={scope}>
            <h3>{name}</h3>
            <ul className="desk-list">
              {ofScope.map((run) => (
                <Comparison key={run.id} run={run} />
              ))}
            </ul>
          </div>
        )
      );
    })}
  </section>
);

const scopes = [
  ['recent', 'Daily, over everything of the last days'],
  ['open', 'Every five minutes, over what is open'],
] as const;

const Comparison = ({ run }: { readonly run: Run }): JSX.Element => (
  <li>
    <p>
      <time dateTime={run.startedAt}>{showInstant(run.startedAt)}</time>
      <span className="desk-state" data-state={stateOf(run)}>
        {stateName[stateOf(run)]}
      </span>
    </p>
    <p className="text-muted">{describeResult(run)}</p>
    {run.unknownAtProvider.length > 0 && (
      <p className="desk-ids">{`Not known to the provider: ${run.unknownAtProvider.join(' ')}`}</p>
    )}
  </li>
);

const stateName = { clean: 'Agrees', different: 'Differs', unavailable: 'Provider not reached' } as const;

function stateOf(run: Run): keyof typeof stateName {
  if (run.quarantined > 0 || run.unknownAtProvider.length > 0) return 'different';
  return run.status === 'finished' ? 'clean' : 'unavailable';
}

function describeResult({ compared, healed, quarantined, lapsed, feesBooked }: Run): string {
  const parts = [
    `${formatCount(compared)} compared`,
    `${formatCount(healed)} made up for`,
    `${formatCount(quarantined)} set aside`,
    `${formatCount(lapsed)} lapsed`,
    `${formatCount(feesBooked)} fees booked`,
  ];
  return parts.join(', ');
}
