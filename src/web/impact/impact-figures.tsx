import type { JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';
import rules from './impact.css?inline';
import type { Impact } from './use-impact.ts';

adoptStyles(rules);

interface ImpactFiguresProps {
  /** `undefined` while it loads: skeletons take the figures' place. */
  readonly impact: Impact | undefined;
  /** `impact-cards` for four cards, `impact-lines` for a list within a card. */
  readonly className: 'impact-cards' | 'impact-lines';
}

/** The four figures of a donor's impact (spec 2, Impact page and Rewards). */
export function ImpactFigures({ impact, className }: ImpactFiguresProps): JSX.Element {
  const formatMoney = useMoneyFormat();
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
