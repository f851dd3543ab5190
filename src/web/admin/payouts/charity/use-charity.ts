import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { CharityResponse } from '#contract/admin/money/bank-accounts.ts';
import { bankAccountCalls } from '#contract/calls/admin/money/bank-accounts.ts';
import { callEndpoint } from '#web/api.ts';
import { useHasRight } from '#web/admin/use-staff.ts';
import { payoutsKey } from '../manage-payouts.ts';

/**
 * Loads a charity after the reader is known to have the right. The page calls this before it checks the right, because the
 * charity's name is its title.
 */
export function useCharity(id: string): UseQueryResult<CharityResponse> {
  const canRead = useHasRight('readMoney');
  return useQuery({
    queryKey: [...payoutsKey, 'charity', id],
    queryFn: ({ signal }) => callEndpoint(bankAccountCalls.getCharity, { params: { id }, signal }),
    enabled: canRead,
    staleTime: 0,
  });
}
