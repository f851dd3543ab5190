import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { CharityAnswer } from '#contract/admin/money/bank-accounts.ts';
import { bankAccountCalls } from '#contract/calls/admin/money/bank-accounts.ts';
import { callEndpoint } from '#web/api.ts';
import { useHasRight } from '#web/admin/use-staff.ts';
import { payoutsKey } from '../manage-payouts.ts';

/** Waits until the reader is known to have the right, because the page needs the name before it shows its content. */
export function useCharity(id: string): UseQueryResult<CharityAnswer> {
  const mayRead = useHasRight('readMoney');
  return useQuery({
    queryKey: [...payoutsKey, 'charity', id],
    queryFn: ({ signal }) => callEndpoint(bankAccountCalls.getCharity, { params: { id }, signal }),
    enabled: mayRead,
    staleTime: 0,
  });
}
