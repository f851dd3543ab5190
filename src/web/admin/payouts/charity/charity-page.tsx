import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, type JSX } from 'react';
import { useParams } from 'wouter';
import type { CharityResponse } from '#contract/admin/money/bank-accounts.ts';
import { bankAccountCalls } from '#contract/calls/admin/money/bank-accounts.ts';
import { callEndpoint } from '#web/api.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Link } from '#web/ui/link.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { AdminPage } from '#web/admin/ui/admin-page.tsx';
import { RecordView } from '#web/admin/ui/record-view.tsx';
import { useHasRight } from '#web/admin/use-staff.ts';
import { FiguresTable } from '../figures-table.tsx';
import { Loading } from '../loading.tsx';
import { ourCharityId, payoutsKey } from '../manage-payouts.ts';
import rules from '../payouts.css?inline';

adoptStyles(rules);

/** `/admin/charities/{id}`: a charity's figures, bank accounts and payouts; charity 0 is us. */
export default function CharityPage(): JSX.Element {
  const { id = '' } = useParams();
  const query = useCharity(id);
  const isOurs = useIsHydrated() && id === String(ourCharityId); // the prerendered page is the same for every id
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

/**
 * Loads a charity once the reader is known to have the right. The page calls this before it checks the right, because the
 * charity's name is its title.
 */
function useCharity(id: string): UseQueryResult<CharityResponse> {
  const canRead = useHasRight('readMoney');
  return useQuery({
    queryKey: [...payoutsKey, 'charity', id],
    queryFn: ({ signal }) => callEndpoint(bankAccountCalls.getCharity, { params: { id }, signal }),
    enabled: canRead,
    staleTime: 0,
  });
}

const Charity = ({ charity }: { readonly charity: CharityResponse }): JSX.Element => (
  <div className="payouts">
    {charity.id !== ourCharityId && (
      <section aria-labelledby="owed">
        <h2 id="owed">Owed</h2>
        <FiguresTable figures={charity.figures} isOneCharity />
      </section>
    )}
    <LazyPart loading={<Loading />}>
      <BankAccounts charity={charity} />
      {charity.id !== ourCharityId && <CharityPayouts payouts={charity.payouts} />}
    </LazyPart>
  </div>
);

const BankAccounts = lazy(async () => ({ default: (await import('./bank-accounts.tsx')).BankAccounts }));
const CharityPayouts = lazy(async () => ({ default: (await import('./bank-accounts.tsx')).CharityPayouts }));
