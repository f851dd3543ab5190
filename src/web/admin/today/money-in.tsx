import { lazy, useId, useState, type JSX } from 'react';
import type { MoneyInResponse, MoneyInUnit } from '#contract/admin/today.ts';
import { formatCount } from '#domain/money/format.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView, Skeleton } from '#web/ui/feedback/query-view.tsx';
import { tabId, Tabs } from '#web/ui/tabs.tsx';
import { Figure, Figures } from '../ui/figure.tsx';
import { amountKeys, amountNames, totalOf, type AmountKey } from './amounts.ts';
import { useMoneyIn } from './use-today.ts';

/** The money that came in and went back, by day or month: sums, a chart and a table for each currency. */
export function MoneyIn(): JSX.Element {
  const panelId = useId();
  const [unit, setUnit] = useState<MoneyInUnit>('day');
  return (
    <section aria-labelledby="money-in" className="today-section">
      <div className="today-head">
        <h2 id="money-in">Money in</h2>
        <Tabs label="Period" panelId={panelId} tabs={unitTabs} chosen={unit} onChoose={setUnit} />
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, unit)}>
        <QueryView
          query={useMoneyIn(unit)}
          loading={<Loading />}
          failure="We couldn't load the money that came in."
          isEmpty={({ sums }) => sums.length === 0}
          empty={<p className="text-muted">No money came in.</p>}
        >
          {(moneyIn) =>
            currenciesOf(moneyIn).map((currency) => <CurrencyMoneyIn key={currency} {...{ unit, moneyIn, currency }} />)
          }
        </QueryView>
      </div>
    </section>
  );
}

const unitTabs = [
  { name: 'day', label: '30 days' },
  { name: 'month', label: '12 months' },
] as const;

const Loading = (): JSX.Element => (
  <p role="status">
    <span className="sr-only">Loading…</span>
    <Skeleton className="today-money-skeleton" />
  </p>
);

/** Returns the currencies in which money came in, the one with the most payments first. */
function currenciesOf({ sums }: MoneyInResponse): readonly string[] {
  const payments = new Map<string, number>();
  for (const { currency, payments: count } of sums) payments.set(currency, (payments.get(currency) ?? 0) + count);
  return [...payments].toSorted(([, left], [, right]) => right - left).map(([currency]) => currency);
}

interface CurrencyMoneyInProps {
  readonly unit: MoneyInUnit;
  readonly moneyIn: MoneyInResponse;
  readonly currency: string;
}

const CurrencyMoneyIn = ({ unit, moneyIn: { periods, sums }, currency }: CurrencyMoneyInProps): JSX.Element => {
  const own = sums.filter((sum) => sum.currency === currency);
  return (
    <section aria-label={currency} className="today-currency">
      <Figures>
        <Figure name="Payments" value={formatCount(own.reduce((sum, { payments }) => sum + payments, 0))} />
        {amountKeys
          .filter((key) => !rareAmounts.has(key) || own.some((sum) => sum[key] !== 0))
          .map((key) => (
            <Figure key={key} name={amountNames[key]} value={totalOf(own, key, currency)} />
          ))}
      </Figures>
      <div className="today-chart">
        <h3>{`Donations in ${currency}`}</h3>
        <LazyPart loading={<Skeleton className="today-chart-skeleton" />}>
          <MoneyInChart unit={unit} periods={periods} sums={own} currency={currency} />
        </LazyPart>
      </div>
    </section>
  );
};

/** The amounts that are shown only if there were any. */
const rareAmounts: ReadonlySet<AmountKey> = new Set(['disputes', 'disputeLosses']);

const MoneyInChart = lazy(async () => ({ default: (await import('./money-in-chart.tsx')).MoneyInChart }));
