import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { moneyDeskCalls } from '#contract/calls/money-desk.ts';
import type { MoneyDeskAnswer } from '#contract/money-desk.ts';
import { callEndpoint } from '#web/api.ts';

const moneyDeskKey = ['money-desk'] as const;

/** Counts, quarantined events and reconciliation runs. The server refuses everyone but the administrator. */
export const useMoneyDesk = (): UseQueryResult<MoneyDeskAnswer> =>
  useQuery({
    queryKey: moneyDeskKey,
    queryFn: ({ signal }) => callEndpoint(moneyDeskCalls.getMoneyDesk, { signal }),
    staleTime: 0,
  });

/** Sends or discards the held emails, then reloads the money desk. */
export function useEndHold(): UseMutationResult<unknown, Error, 'send' | 'discard'> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (decision) => callEndpoint(moneyDeskCalls.endHold, { body: { decision } }),
    onSettled: () => cache.invalidateQueries({ queryKey: moneyDeskKey }),
  });
}

/** Requests the cancellation of a monthly donation without an account, then reloads the money desk. */
export function useCancelLostPlan(): UseMutationResult<unknown, Error, string> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id) => callEndpoint(moneyDeskCalls.cancelLostPlan, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: moneyDeskKey }),
  });
}
