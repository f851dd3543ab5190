import type { JSX } from 'react';
import { formatCount, formatMoney } from '#domain/money/format.ts';
import { adoptSheet } from '#web/ui/adopt-sheet.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import rules from './impact.css?inline';
import type { Impact } from './impact.ts';

adoptSheet(rules);

interface ImpactFiguresProps {
  /** `undefined` while it loads: skeletons stand where the figures will be. */
  readonly impact: Impact | undefined;
  /** `impact-cards` for four cards, `impact-lines` for a list within a card. */
  readonly className: 'impact-cards' | 'impact-lines';
}

/** The four figures of a donor's impact (spec 2, Impact page and Rewards). */
export function ImpactFigures({ impact, className }: ImpactFiguresProps): JSX.Element {
  const figures = [
    ['Total Donated', impact && formatMoney(impact.totalDonated)],
    ['Meals Provided', impact && formatCount(impact.totalMeals)],
    ['Donations Made', impact && formatCount(impact.donationsCount)],
    ['Charities Supported', impact && formatCount(impact.charitiesSupported)],
  ] as const;
  return (
    <dl className={className} aria-busy={!impact}>
      {figures.map(([name, figure]) => (
        <div key={name} className="impact-figure">
          <dt>{name}</dt>
          <dd>{figure ?? <Skeleton />}</dd>
        </div>
      ))}
    </dl>
  );
}
