import type { JSX } from 'react';
import { AdminPage } from '../ui/admin-page.tsx';
import { Balances } from './balances.tsx';

/** `/admin/accounting`: the books. */
export default function AccountingPage(): JSX.Element {
  return (
    <AdminPage
      title="Accounting"
      description="Balances at our payment providers, and payouts to our bank."
      path="/admin/accounting"
      right="readMoney"
    >
      <Balances />
    </AdminPage>
  );
}
