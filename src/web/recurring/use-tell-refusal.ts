import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';
import { refreshPlans } from './use-plans.ts';

/**
 * Tells in a toast why something was not done, in the server's own sentence. When the server knows the gift otherwise than
 * it stands here, or nobody is signed in any more, the page looks anew.
 */
export function useTellRefusal(): (problem: unknown, title: string) => void {
  const cache = useQueryClient();
  return (problem, title) => {
    const code = problem instanceof ApiError ? problem.code : undefined;
    if (code === 'sign_in_required') void cache.invalidateQueries({ queryKey: ['user'] });
    if (code === 'plan_over' || code === 'not_found') void refreshPlans(cache);
    showToast({ title, description: sentenceOf(problem), tone: 'destructive' });
  };
}

/** The browser's own words for a broken connection help nobody. */
const sentenceOf = (problem: unknown): string =>
  problem instanceof ApiError ? problem.sentence : 'We could not reach the server. Please try again.';
