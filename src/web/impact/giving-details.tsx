import type { JSX } from 'react';
import { totalsByCharity, type CharityTotals } from '#domain/impact/periods.ts';
import { formatCount, formatCountOf } from '#domain/money/format.ts';
import { CategoryBars, CollapsibleFigures } from '#web/charts/index.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';
import { ChartSection } from './chart-section.tsx';
import { ExpectedGifts } from './expected-gifts.tsx';
import { useImpactMonths } from './use-impact-months.ts';

/** The donor's giving to each charity, and the monthly gifts to come. */
export function GivingDetails(): JSX.Element {
  return (
    <div className="impact-panels">
      <ChartSection
        heading="By charity"
        query={useImpactMonths()}
        loading={<Skeleton className="impact-chart-skeleton" />}
        failure="Failed to load your charities."
        isEmpty={({ donations }) => donations.length === 0}
        empty={<p>The charities you give to appear here.</p>}
      >
        {({ donations }) => <Charities charities={totalsByCharity(donations)} />}
      </ChartSection>
      <ExpectedGifts />
    </div>
  );
}

function Charities({ charities }: { readonly charities: readonly CharityTotals[] }): JSX.Element {
  const formatMoney = useMoneyFormat();
  const [most] = charities;
  const mostText = most ? ` Most to ${most.charityName}: ${formatMoney(most.amount)}.` : '';
  return (
    <>
      <CategoryBars
        sentence={`Donated to ${charities.length === 1 ? '1 charity' : `${charities.length} charities`}.${mostText}`}
        categories={charities.map(({ charityName, amount, meals }) => ({
          name: charityName,
          value: amount.amountMinor,
          figure: `${formatMoney(amount)} · ${formatCountOf(meals, 'meal')}`,
        }))}
      />
      <CollapsibleFigures
        label="Your giving by charity"
        columns={['Charity', 'Donations', 'Donated', 'Meals']}
        rows={charities.map(({ charityName, donationsCount, amount, meals }) => ({
          name: charityName,
          figures: [formatCount(donationsCount), formatMoney(amount), formatCount(meals)],
        }))}
      />
    </>
  );
}
