import type { JSX } from 'react';
import { pointRules } from '#domain/rewards/points.ts';
import { ImpactFigures, useImpact } from '#web/impact/index.ts';
import { Icon } from '#web/ui/icon.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';

/** The donor's totals and how points work (spec 2, Rewards). Loads and fails independently of the streak. */
export function GivingCard(): JSX.Element {
  return (
    <section aria-labelledby="giving-heading" className="rewards-card">
      <h2 id="giving-heading" className="text-2xl">
        Your Impact
      </h2>
      <QueryView
        query={useImpact()}
        loading={<ImpactFigures impact={undefined} className="impact-lines" />}
        failure="Failed to load your impact data."
      >
        {(impact) => <ImpactFigures impact={impact} className="impact-lines" />}
      </QueryView>
      <PointRules />
    </section>
  );
}

/** Collapsed until the donor opens it. */
const PointRules = (): JSX.Element => (
  <details className="point-rules">
    <summary>
      How Points Work
      <Icon name="chevron" />
    </summary>
    <ul>
      {rules.map(([action, points]) => (
        <li key={action}>
          <span>{action}</span>
          <span className="point-rules-points">{points}</span>
        </li>
      ))}
    </ul>
    <p className="mt-3 text-sm text-muted">Each day counts once, no matter how many gifts you make.</p>
  </details>
);

const { firstDay, eachAdditionalDay, dayMax, milestones, tenthDayBonus } = pointRules;

const rules: readonly (readonly [action: string, points: string])[] = [
  ['First day of a streak', `${firstDay} points`],
  ['Each day after that', `${eachAdditionalDay} more than the day before, up to ${dayMax}`],
  ...milestones.map(({ day, bonus }) => [`Reaching day ${day}`, `+${bonus}`] as const),
  ['Every tenth day after that', `+${tenthDayBonus}`],
];
