import { lazy, type JSX } from 'react';
import type { AdminRate, AdminRatesResponse } from '#contract/admin/rates.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatCalendarDay } from '#web/ui/format-date.ts';
import { AdminPage } from '../ui/admin-page.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { StatusPill, type Tone } from '../ui/status-pill.tsx';
import { useHasRight } from '../use-staff.ts';
import rules from './rates.css?inline';
import { useAdminRates } from './use-rates.ts';

adoptStyles(rules);

// Loaded after the rates that apply, which the page shows first.
const NewRates = lazy(async () => ({ default: (await import('./new-rates.tsx')).NewRates }));
const DailyFetch = lazy(async () => ({ default: (await import('./daily-fetch.tsx')).DailyFetch }));
const VersionHistory = lazy(async () => ({ default: (await import('../ui/version-history.tsx')).VersionHistory }));

/** `/admin/rates`: what one US dollar is worth in each currency, and new rates. */
export default function RatesPage(): JSX.Element {
  return (
    <AdminPage
      title="Exchange rates"
      description="What one US dollar is worth in each currency."
      path="/admin/rates"
      right="readMoney"
    >
      <Rates />
    </AdminPage>
  );
}

function Rates(): JSX.Element {
  const canPublish = useHasRight('publishRates');
  return (
    <QueryView
      query={useAdminRates()}
      loading={<Spinner label="Loading rates…" />}
      failure="We couldn't load the rates."
    >
      {(current) => (
        <div className="rates">
          <CurrentRates current={current} />
          <LazyPart loading={<Spinner label="Loading…" />}>
            <DailyFetch current={current} canPublish={canPublish} />
            {canPublish && <NewRates current={current} />}
            <VersionHistory versions={current.history} />
          </LazyPart>
        </div>
      )}
    </QueryView>
  );
}

const CurrentRates = ({ current: { rates } }: { readonly current: AdminRatesResponse }): JSX.Element => (
  <section aria-labelledby="present-rates">
    <h2 id="present-rates">Rates that apply</h2>
    <p className="rates-note">
      Set each rate again within 7 days. After 45 days prices of its currency are shown in US dollars.
    </p>
    <DataTable
      caption="Rates that apply, per US dollar"
      columns={columns}
      rows={rates}
      keyOf={({ currency }) => currency}
      empty="There are no rates."
    />
  </section>
);

const columns: readonly Column<AdminRate>[] = [
  { name: 'Currency', cell: ({ currency }) => currency },
  { name: 'Per US dollar', cell: ({ unitsPerDollar }) => unitsPerDollar, isFigure: true },
  { name: 'Day', cell: ({ day }) => <span className="whitespace-nowrap">{formatCalendarDay(day)}</span> },
  { name: 'Source', cell: ({ source }) => source },
  { name: 'Age', cell: ({ age }) => <StatusPill tone={ages[age].tone}>{ages[age].text}</StatusPill> },
];

const ages: Readonly<Record<AdminRate['age'], { readonly tone: Tone; readonly text: string }>> = {
  current: { tone: 'good', text: 'Current' },
  old: { tone: 'attention', text: 'Over 7 days' },
  alerted: { tone: 'attention', text: 'Over 30 days' },
  expired: { tone: 'bad', text: 'Shown in US dollars' },
};
