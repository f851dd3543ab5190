import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { PlanCharge } from '#contract/recurring.ts';
import { recurringEndpoints } from '#contract/recurring-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { refreshDonorAnswers, useUser } from '#web/session/index.ts';
import { toPlan, type Plan } from './plan.ts';

const plansKey = ['plans'] as const;
const listKey = [...plansKey, 'list'] as const;

/** The donor's monthly gifts: those that go on first, then those that ended. Nobody is asked while no one is signed in. */
export function usePlans(): UseQueryResult<readonly Plan[]> {
  const { user } = useUser();
  return useQuery({
    queryKey: [...listKey, user?.id],
    queryFn: async ({ signal }) => (await callEndpoint(recurringEndpoints.listPlans, { signal })).map(toPlan),
    enabled: user !== null,
  });
}

/** The charges of a monthly gift, newest first. */
export const usePlanCharges = (id: string): UseQueryResult<readonly PlanCharge[]> =>
  useQuery({
    queryKey: [...plansKey, 'charges', id],
    queryFn: ({ signal }) => callEndpoint(recurringEndpoints.listPlanCharges, { params: { id }, signal }),
  });

/** Shows a monthly gift as the server has just answered it, and has everything that may follow from it read anew. */
export function keepPlan(cache: QueryClient, plan: Plan): void {
  cache.setQueriesData<readonly Plan[]>({ queryKey: listKey }, (plans) =>
    plans?.map((kept) => (kept.id === plan.id ? plan : kept)),
  );
  void refreshPlans(cache);
  void refreshDonorAnswers(cache);
}

/** Has the monthly gifts and their charges read anew. */
export const refreshPlans = (cache: QueryClient): Promise<void> => cache.invalidateQueries({ queryKey: plansKey });
