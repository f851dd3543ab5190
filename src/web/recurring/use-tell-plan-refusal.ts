import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api.ts';
import { useTellRefusal } from '#web/session/index.ts';
import { refreshPlans } from './use-plans.ts';

/**
 * Tells in a toast why something was not done, in the server's own sentence. When the server knows the gift otherwise than
 * it stands here, the page looks anew.
 */
export function useTellPlanRefusal(): (problem: unknown, title: string) => void {
  const cache = useQueryClient();
  const tell = useTellRefusal();
  return (problem, title) => {
    const code = problem instanceof ApiError ? problem.code : undefined;
    if (code === 'plan_over' || code === 'not_found') void refreshPlans(cache);
    tell(problem, { title });
  };
}
