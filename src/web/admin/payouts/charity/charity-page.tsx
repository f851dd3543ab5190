import { lazy, type JSX } from 'react';
import { useParams } from 'wouter';
import type { CharityResponse } from '#contract/admin/money/bank-accounts.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Link } from '#web/ui/link.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { AdminPage } from '#web/admin/ui/admin-page.tsx';
import { RecordView } from '#web/admin/ui/record-view.tsx';
import { FiguresTable } from '../figures-table.tsx';
import { Loading } from '../loading.tsx';
import rules from '../payouts.css?inline';
import { useCharity } from './use-charity.ts';

adoptStyles(rules);

/** `/admin/charities/{id}`: a charity's figures, bank accounts and payouts; charity 0 is us. */
export default function CharityPage(): JSX.Element {
  const { id = '' } = useParams();
  const query = useCharity(id);
  const isOurs = useIsHydrated() && id === '0'; // the prerendered page is the same for every id
  const title = isOurs ? 'Our bank accounts' : (query.data?.name ?? 'Charity');
  return (
    <AdminPage
      title={title}
      description="Bank accounts and payouts."
      path="/admin/charities"
      right="readMoney"
      aside={
        <Link to="/admin/payouts" className="link">
          All payouts
        </Link>
      }
    >
      <RecordView query={query} loading={<Loading />} failure="We couldn't load this charity.">
        {(charity) => <Charity charity={charity} />}
      </RecordView>
    </AdminPage>
  );
}

const Charity = ({ charity }: { readonly charity: CharityResponse }): JSX.Element => (
  <div className="payouts">
    {charity.id !== 0 && (
      <section aria-labelledby="owed">
        <h2 id="owed">Owed</h2>
        <FiguresTable figures={charity.figures} isOneCharity />
      </section>
    )}
    <LazyPart loading={<Loading />}>
      <BankAccounts charity={charity} />
      {charity.id !== 0 && <CharityPayouts payouts={charity.payouts} />}
    </LazyPart>
  </div>
);

const BankAccounts = lazy(async () => ({ default: (await import('./bank-accounts.tsx')).BankAccounts }));
const CharityPayouts = lazy(async () => ({ default: (await import('./bank-accounts.tsx')).CharityPayouts }));
