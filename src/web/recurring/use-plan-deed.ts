import { useQueryClient } from '@tanstack/react-query';
import type { PlanAnswer } from '#contract/recurring.ts';
import { showToast, type Toast } from '#web/ui/toast.ts';
import { toPlan, type Plan } from './plan.ts';
import { useTellPlanRefusal } from './use-tell-plan-refusal.ts';
import { keepPlan } from './use-plans.ts';

/** One change of a monthly gift. */
export interface PlanDeed {
  /** Asks the server for it. */
  readonly ask: () => Promise<PlanAnswer>;
  /** What is said of the gift as the server answered it. */
  readonly tell: (plan: Plan) => Toast;
  /** Says that it was not done; the server's sentence stands below. */
  readonly failedTitle: string;
}

/** Does a change and tells what came of it: nothing is said to be done before the server has answered. True when it is done. */
export function usePlanDeed(): (deed: PlanDeed) => Promise<boolean> {
  const cache = useQueryClient();
  const tellRefusal = useTellPlanRefusal();
  return async ({ ask, tell, failedTitle }) => {
    try {
      const plan = toPlan(await ask());
      keepPlan(cache, plan);
      showToast(tell(plan));
      return true;
    } catch (problem) {
      tellRefusal(problem, failedTitle);
      return false;
    }
  };
}
