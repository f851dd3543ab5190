import { lazy, type JSX } from 'react';
import { useParams } from 'wouter';
import type { CharityAnswer } from '#contract/admin/bank-accounts.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { formatCalendarDay } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { BatchStatus } from './batch-status.tsx';
import { FiguresTable } from './figures-table.tsx';
import { Loading } from './loading.tsx';
import rules from './payouts.css?inline';
import { useCharity } from './use-charity.ts';

adoptStyles(rules);

/** `/admin/charities/{id}`: a charity's figures, bank accounts and payouts; charity 0 is us. */
export default function CharityPage(): JSX.Element {
  const { id = '' } = useParams();
  const query = useCharity(id);
  const title = id === '0' ? 'Our bank accounts' : (query.data?.name ?? 'Charity');
  return (
    <AdminPage title={title} description="Bank accounts and payouts." path="/admin/charities" right="readMoney">
      <QueryView query={query} loading={<Loading />} failure="We couldn't load this charity.">
        {(charity) => <Charity charity={charity} />}
      </QueryView>
    </AdminPage>
  );
}

type Payout = CharityAnswer['payouts'][number];

const columns: readonly Column<Payout>[] = [
  {
    name: 'Payout',
    cell: ({ batchId, day }) => (
      <Link to={`/admin/payouts/${batchId}`} className="link">
        {`Until ${formatCalendarDay(day)}`}
      </Link>
    ),
  },
  { name: 'Status', cell: ({ status }) => <BatchStatus status={status} /> },
  { name: 'Reference', cell: ({ reference }) => reference ?? '–' },
  { name: 'Amount', isFigure: true, cell: ({ amount, currency }) => formatDecimal(amount, currency) },
];

const Charity = ({ charity }: { readonly charity: CharityAnswer }): JSX.Element => (
  <div className="payouts">
    {charity.id !== 0 && (
      <section aria-labelledby="owed">
        <h2 id="owed">Owed</h2>
        <FiguresTable figures={charity.figures} isOneCharity />
      </section>
    )}
    <LazyPart loading={<Loading />}>
      <BankAccounts charity={charity} />
    </LazyPart>
    {charity.id !== 0 && (
      <section aria-labelledby="paid">
        <h2 id="paid">Payouts</h2>
        <DataTable
          caption="The newest payouts"
          columns={columns}
          rows={charity.payouts}
          keyOf={({ id }) => id}
          empty="No payouts yet."
        />
      </section>
    )}
  </div>
);

const BankAccounts = lazy(async () => ({ default: (await import('./bank-accounts.tsx')).BankAccounts }));
