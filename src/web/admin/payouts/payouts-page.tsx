import { lazy, type JSX } from 'react';
import { formatCountOf } from '#domain/money/format.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { FiguresTable } from './figures-table.tsx';
import { Loading } from './loading.tsx';
import rules from './payouts.css?inline';
import { useCanManagePayouts } from './manage-payouts.ts';
import { usePayouts } from './use-payouts.ts';

adoptStyles(rules);

/** `/admin/payouts`: what charities are owed, and the batches in which they are paid. */
export default function PayoutsPage(): JSX.Element {
  return (
    <AdminPage
      title="Payouts"
      description="What charities are owed, and how they are paid."
      path="/admin/payouts"
      right="readMoney"
    >
      <Payouts />
    </AdminPage>
  );
}

function Payouts(): JSX.Element {
  const query = usePayouts();
  const canManage = useCanManagePayouts();
  return (
    <div className="payouts">
      <QueryView query={query} loading={<Loading />} failure="We couldn't load what charities are owed.">
        {({ figures, holdDays, today, lost }) => (
          <>
            <section aria-labelledby="owed">
              <div className="payouts-head">
                <h2 id="owed">Owed to charities</h2>
                <ButtonLink to="/admin/charities/0" tone="quiet">
                  Our bank accounts
                </ButtonLink>
              </div>
              <FiguresTable figures={figures} />
              <p className="payouts-note">{holdOf(holdDays)}</p>
            </section>
            {canManage && (
              <LazyPart loading={<Loading />}>
                <NewBatch today={today} lost={lost} />
              </LazyPart>
            )}
          </>
        )}
      </QueryView>
      <LazyPart loading={<Loading />}>
        <BatchList />
      </LazyPart>
    </div>
  );
}

const holdOf = (days: number): string =>
  days === 0
    ? 'Donations are held while they are disputed.'
    : `Donations are held for ${formatCountOf(days, 'day')}, and while they are disputed.`;

const NewBatch = lazy(async () => ({ default: (await import('./new-batch.tsx')).NewBatch }));
const BatchList = lazy(async () => ({ default: (await import('./batch-list.tsx')).BatchList }));
