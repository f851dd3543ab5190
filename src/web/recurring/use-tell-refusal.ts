import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api.ts';
import { refreshUser } from '#web/session/index.ts';
import { tellRefusal } from '#web/ui/tell-refusal.ts';
import { refreshPlans } from './use-plans.ts';

/**
 * Tells in a toast why something was not done, in the server's own sentence. When the server knows the gift otherwise than
 * it stands here, or nobody is signed in any more, the page looks anew.
 */
export function useTellRefusal(): (problem: unknown, title: string) => void {
  const cache = useQueryClient();
  return (problem, title) => {
    const code = problem instanceof ApiError ? problem.code : undefined;
    if (code === 'sign_in_required') void refreshUser(cache);
    if (code === 'plan_over' || code === 'not_found') void refreshPlans(cache);
    tellRefusal(problem, { title });
  };
}
