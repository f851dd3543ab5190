import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { recurringCalls } from '#contract/calls/recurring.ts';
import type { PlanResponse } from '#contract/plan.ts';
import type { PlanCharge } from '#contract/recurring.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { refreshPrices } from '#web/donate/index.ts';
import { refreshDonorResponses, useRefusalToast, useUser } from '#web/session/index.ts';
import { showToast, type Toast } from '#web/ui/toast/toast.ts';
import { toPlan, type Plan } from './plan.ts';

const plansKey = ['plans'] as const;
const listKey = [...plansKey, 'list'] as const;

/** Loads the donor's plans: current ones first, then ended ones. */
export function usePlans(): UseQueryResult<readonly Plan[]> {
  const { user } = useUser();
  return useQuery({
    queryKey: [...listKey, user?.id],
    queryFn: async ({ signal }) => (await callEndpoint(recurringCalls.listPlans, { signal })).map(toPlan),
    enabled: user !== null,
  });
}

/** Loads the charges of a plan, newest first. */
export const usePlanCharges = (id: string): UseQueryResult<readonly PlanCharge[]> =>
  useQuery({
    queryKey: [...plansKey, 'charges', id],
    queryFn: ({ signal }) => callEndpoint(recurringCalls.listPlanCharges, { params: { id }, signal }),
  });

/** One change to a plan. */
export interface PlanAction {
  readonly request: () => Promise<PlanResponse>;
  /** The toast for the plan as the server returned it. */
  readonly success: (plan: Plan) => Toast;
  readonly failureTitle: string;
}

/**
 * Changes a plan and reports the outcome in a toast, never before the server has responded. The function resolves to whether
 * the change succeeded.
 */
export function usePlanAction(): (action: PlanAction) => Promise<boolean> {
  const cache = useQueryClient();
  const showRefusal = usePlanRefusal();
  return async ({ request, success, failureTitle }) => {
    try {
      const plan = toPlan(await request());
      storePlan(cache, plan);
      showToast(success(plan));
      return true;
    } catch (problem) {
      showRefusal(problem, failureTitle);
      return false;
    }
  };
}

/** Shows in a toast why an action failed. Fetches plans, charities or prices again when those on screen are outdated. */
export function usePlanRefusal(): (problem: unknown, title: string) => void {
  const cache = useQueryClient();
  const showRefusal = useRefusalToast();
  return (problem, title) => {
    const code = problem instanceof ApiError ? problem.code : undefined;
    if (code && outdatedPlanCodes.has(code)) void refreshPlans(cache);
    if (code === 'prices_changed' || code === 'invalid_charity') void refreshPrices(cache);
    showRefusal(problem, { title });
  };
}

/** The codes of refusals that mean that the plans on screen are outdated. */
const outdatedPlanCodes: ReadonlySet<string> = new Set(['plan_over', 'plan_busy', 'charity_retired', 'not_found']);

/** Caches a plan as the server returned it, and refetches everything that depends on it. */
function storePlan(cache: QueryClient, plan: Plan): void {
  cache.setQueriesData<readonly Plan[]>({ queryKey: listKey }, (plans) =>
    plans?.map((cached) => (cached.id === plan.id ? plan : cached)),
  );
  void refreshPlans(cache);
  void refreshDonorResponses(cache);
}

const refreshPlans = (cache: QueryClient): Promise<void> => cache.invalidateQueries({ queryKey: plansKey });
