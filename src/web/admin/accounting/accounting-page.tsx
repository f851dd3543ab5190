import { lazy, type JSX } from 'react';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { Balances } from './balances.tsx';

/** `/admin/accounting`: the books. */
export default function AccountingPage(): JSX.Element {
  return (
    <AdminPage
      title="Accounting"
      description="Balances at our payment providers, payouts to our bank, and the balances of all accounts."
      path="/admin/accounting"
      right="readMoney"
    >
      <Balances />
      <LazyPart>
        <TrialBalance />
      </LazyPart>
      <LazyPart>
        <Months />
      </LazyPart>
    </AdminPage>
  );
}

const TrialBalance = lazy(async () => ({ default: (await import('./trial-balance.tsx')).TrialBalance }));

const Months = lazy(async () => ({ default: (await import('./months.tsx')).Months }));
