import type { JSX } from 'react';
import type { BalancesResponse, ComparedBalance } from '#contract/admin/money/balances.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatCalendarDay, formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Figure, Figures } from '../ui/figure.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { StatusPill, type Tone } from '../ui/status-pill.tsx';
import rules from './balances.css?inline';
import { Movements } from './movements.tsx';
import { providerNames } from '../ui/provider-names.ts';
import { useBalances } from './use-balances.ts';

adoptStyles(rules);

/** The balances at the providers and in our books, and the payouts to our bank. */
export const Balances = (): JSX.Element => (
  <QueryView query={useBalances()} loading={<Loading />} failure="We couldn't load the balances.">
    {(response) => <BalanceSections response={response} />}
  </QueryView>
);

const Loading = (): JSX.Element => (
  <p className="grid place-items-center py-24">
    <Spinner label="Loading balances…" />
  </p>
);

const BalanceSections = ({
  response: { compared, missingPermissions, movements, payouts },
}: {
  readonly response: BalancesResponse;
}): JSX.Element => (
  <div className="balances">
    <section aria-labelledby="balances">
      <h2 id="balances">Balances</h2>
      {missingPermissions.map(({ provider, description }) => (
        <p key={description} className="balances-missing">
          {`${providerNames[provider]}'s balance was not compared by the latest run. ${description}`}
        </p>
      ))}
      {compared.length === 0 && <p className="text-muted">Nothing has been compared yet.</p>}
      {compared.map((balance) => (
        <Balance key={`${balance.provider} ${balance.currency}`} balance={balance} />
      ))}
      <p className="text-muted">
        Balances are compared after the daily{' '}
        <Link to="/admin/review#reconciliation" className="link">
          reconciliation
        </Link>
        .
      </p>
    </section>
    <section aria-labelledby="movements">
      <h2 id="movements">Needs review</h2>
      <Movements movements={movements} />
    </section>
    <section aria-labelledby="payouts">
      <h2 id="payouts">Payouts to our bank</h2>
      <DataTable
        caption="The latest payouts to our bank"
        columns={payoutColumns}
        rows={payouts}
        keyOf={({ payoutId }) => payoutId}
        empty="No payouts yet."
      />
    </section>
  </div>
);

/** "Stripe holds CAD 1,234.50; our books say CAD 1,234.50", with its parts. */
const Balance = ({ balance }: { readonly balance: ComparedBalance }): JSX.Element => {
  const { provider, currency, asOf, available, pending, ledger, unbooked, unexplained } = balance;
  const show = (amount: number): string => formatDecimal(amount, currency);
  return (
    <div className="balances-compared">
      <p className="balances-sentence">
        {`${providerNames[provider]} holds ${show(available + pending)}; our books say ${show(ledger)}.`}{' '}
        <State balance={balance} />
      </p>
      <Figures>
        <Figure name="Available" value={show(available)} />
        <Figure name={pendingNames[provider]} value={show(pending)} />
        <Figure name="Not in our books" value={show(unbooked)} needsReview={unbooked !== 0} />
        <Figure name="Unexplained" value={show(unexplained)} needsReview={unexplained !== 0} />
      </Figures>
      <p className="text-muted">{`As of ${formatMoment(new Date(asOf))}.`}</p>
    </div>
  );
};

const State = ({ balance: { unbooked, unexplained } }: { readonly balance: ComparedBalance }): JSX.Element => {
  if (unexplained !== 0) return <StatusPill tone="bad">Differs</StatusPill>;
  if (unbooked !== 0) return <StatusPill tone="attention">Needs review</StatusPill>;
  return <StatusPill tone="good">Matches</StatusPill>;
};

/** The providers' names for the money that they do not pay out yet. */
const pendingNames = { stripe: 'Pending', paypal: 'Withheld' } as const;

type Payout = BalancesResponse['payouts'][number];

const payoutColumns: readonly Column<Payout>[] = [
  { name: 'Payout', cell: ({ payoutId }) => payoutId },
  { name: 'Provider', cell: ({ provider }) => providerNames[provider] },
  { name: 'Created', cell: ({ createdAt }) => formatMoment(new Date(createdAt)) },
  { name: 'Arrives', cell: ({ arrivesOn }) => (arrivesOn === null ? 'Unknown' : formatCalendarDay(arrivesOn)) },
  {
    name: 'State',
    cell: ({ status }) => <StatusPill tone={payoutStates[status].tone}>{payoutStates[status].name}</StatusPill>,
  },
  { name: 'Amount', cell: ({ amount, currency }) => formatDecimal(amount, currency), isFigure: true },
];

const payoutStates: Readonly<Record<Payout['status'], { readonly name: string; readonly tone: Tone }>> = {
  pending: { name: 'Pending', tone: 'neutral' },
  in_transit: { name: 'On its way', tone: 'neutral' },
  paid: { name: 'Paid', tone: 'good' },
  failed: { name: 'Returned', tone: 'bad' },
  canceled: { name: 'Canceled', tone: 'neutral' },
};
