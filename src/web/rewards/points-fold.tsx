import type { JSX } from 'react';
import { pointRules } from '#domain/rewards/points.ts';
import { Icon } from '#web/ui/icon.tsx';

const { firstDay, eachFurtherDay, dayMax, milestones, tenthDayBonus } = pointRules;

const rules: readonly (readonly [deed: string, points: string])[] = [
  ['First day of a streak', `${firstDay} points`],
  [`Each further day, up to ${dayMax} a day`, `${eachFurtherDay} more`],
  ...milestones.map(({ day, bonus }) => [`Reaching day ${day}`, `+${bonus}`] as const),
  ['Every tenth day after that', `+${tenthDayBonus}`],
];

/** How giving becomes points, folded away until somebody wonders. */
export const PointsFold = (): JSX.Element => (
  <details className="points-fold">
    <summary>
      How Points Work
      <Icon name="chevron" />
    </summary>
    <ul>
      {rules.map(([deed, points]) => (
        <li key={deed}>
          <span>{deed}</span>
          <span className="points-fold-points">{points}</span>
        </li>
      ))}
    </ul>
    <p className="mt-3 text-sm text-muted">A day counts once, however many gifts it sees.</p>
  </details>
);
