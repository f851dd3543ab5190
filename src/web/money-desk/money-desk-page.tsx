import type { JSX, ReactNode } from 'react';
import { DonorPage } from '#web/layout/donor-page.tsx';
import { useUser } from '#web/session/index.ts';
import { adoptSheet } from '#web/ui/adopt-sheet.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Comparisons } from './comparisons.tsx';
import { FiguresOfBooks } from './figures-of-books.tsx';
import rules from './money-desk.css?inline';
import { RefundForm } from './refund-form.tsx';
import { SetAside } from './set-aside.tsx';
import { useBooks } from './use-books.ts';

adoptSheet(rules);

/** `/admin/money`: how the books stand beside the payment providers', and refunds. For the administrator alone. */
export default function MoneyDeskPage(): JSX.Element {
  return (
    <DonorPage title="Money" description="How the books stand, and refunds." path="/admin/money" aside={null}>
      <AdminOnly>
        <MoneyDesk />
      </AdminOnly>
    </DonorPage>
  );
}

/** The server refuses everybody else in any case: this only says so. */
function AdminOnly({ children }: { readonly children: ReactNode }): ReactNode {
  const { user } = useUser();
  if (user?.isAdmin === true) return children;
  return (
    <div className="desk-card">
      <p className="font-bold">Access Denied: You do not have permission to access this page.</p>
      <p className="mt-4">
        <ButtonLink to="/">Return to Home</ButtonLink>
      </p>
    </div>
  );
}

/** The books in one of their faces. */
function MoneyDesk(): JSX.Element {
  const { data: books, isError, isFetching, refetch } = useBooks();
  if (!books && isError && !isFetching) {
    return <FailedBox text="The books could not be read." onRetry={() => void refetch()} />;
  }
  if (!books) {
    return (
      <p className="grid place-items-center py-24">
        <Spinner label="Reading the books…" />
      </p>
    );
  }
  return (
    <div className="desk">
      <FiguresOfBooks counts={books.counts} />
      <SetAside entries={books.quarantined} count={books.counts.quarantined} />
      <RefundForm />
      <Comparisons runs={books.runs} />
    </div>
  );
}
