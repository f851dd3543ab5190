import type { JSX } from 'react';
import { expectedMonths, type ExpectedMonth } from '#domain/impact/expected-charges.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { formatCount } from '#domain/money/format.ts';
import { sum } from '#domain/money/money.ts';
import { BarChart, CollapsibleFigures } from '#web/charts/index.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { describeGift, isChargeExpected, usePlans, type ExpectedPlan } from '#web/recurring/index.ts';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';
import { formatDay } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { ChartSection } from './chart-section.tsx';
import { namesOf } from './period-names.ts';
import { useAxisMoney } from './use-axis-money.ts';
import { useImpactMonths } from './use-impact-months.ts';

/** The donor's monthly gifts in the coming months. */
export function ExpectedGifts(): JSX.Element {
  return (
    <ChartSection
      heading="Monthly gifts to come"
      query={useExpectedGifts()}
      loading={<Skeleton className="impact-chart-skeleton" />}
      failure="Failed to load your monthly gifts."
      isEmpty={({ plans }) => plans.length === 0}
      empty={<NoGifts />}
    >
      {({ plans, currentMonth }) => (
        <>
          <PlanList plans={plans} />
          <ExpectedChart months={expectedMonths(plans, currentMonth, ownTimeZone())} />
        </>
      )}
    </ChartSection>
  );
}

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function useExpectedGifts() {
  const plans = usePlans();
  const months = useImpactMonths();
  const data = plans.data &&
    months.data && { plans: plans.data.filter(isChargeExpected), currentMonth: months.data.currentMonth };
  const refetch = (): void => {
    if (plans.isError) void plans.refetch();
    if (months.isError) void months.refetch();
  };
  return { data, isError: plans.isError || months.isError, refetch };
}

const NoGifts = (): JSX.Element => (
  <>
    <p>No monthly gifts are expected. A small one each month helps a food bank plan ahead.</p>
    <p className="mt-4">
      <DonateLink tone="secondary">Give monthly</DonateLink>
    </p>
  </>
);

function PlanList({ plans }: { readonly plans: readonly ExpectedPlan[] }): JSX.Element {
  const formatMoney = useMoneyFormat();
  return (
    <ul className="expected-plans">
      {plans.map((plan) => (
        <li key={plan.id}>
          {describeGift(plan, formatMoney)}
          <span className="text-muted">{` · next on ${formatDay(plan.nextChargeAt)}`}</span>
        </li>
      ))}
    </ul>
  );
}

function ExpectedChart({ months }: { readonly months: readonly ExpectedMonth[] }): JSX.Element {
  const formatMoney = useMoneyFormat();
  const formatAxis = useAxisMoney();
  const bars = months.map(({ month, amount }) => ({
    ...namesOf({ firstMonth: month, monthsCount: 1 }),
    value: amount.amountMinor,
    before: 0,
  }));
  const total = formatMoney(
    sum(
      months.map(({ amount }) => amount),
      baseCurrency,
    ),
  );
  const until = bars.at(-1)?.name ?? '';
  return (
    <>
      <BarChart tone="brand" bars={bars} format={formatAxis} sentence={`Expected by ${until}: ${total}.`} />
      <p className="text-muted">
        {`Expected by ${until}: ${total}, if nothing changes. `}
        <Link to="/account#monthly" className="link">
          Change your monthly gifts
        </Link>
      </p>
      <CollapsibleFigures
        label="Expected gifts by month"
        columns={['Month', 'Gifts', 'Expected', 'Meals']}
        rows={months.map(({ month, chargesCount, amount, meals }) => ({
          name: namesOf({ firstMonth: month, monthsCount: 1 }).name,
          figures: [formatCount(chargesCount), formatMoney(amount), formatCount(meals)],
        }))}
      />
    </>
  );
}
