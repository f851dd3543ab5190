import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
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

/** A refund shows only when the provider has reported it, some seconds after the request. */
const reloadDelaysMs = [0, 2_000, 5_000, 10_000];

/** Returns a function that reloads the money desk at once and again over the next seconds. */
export function useReloadAfterRefund(): () => void {
  const cache = useQueryClient();
  const [refunds, setRefunds] = useState(0);
  useEffect(() => {
    if (refunds === 0) return undefined;
    const reload = (): void => void cache.invalidateQueries({ queryKey: moneyDeskKey });
    const timers = reloadDelaysMs.map((delayMs) => setTimeout(reload, delayMs));
    return () => timers.forEach(clearTimeout);
  }, [refunds, cache]);
  return () => setRefunds((count) => count + 1);
}
