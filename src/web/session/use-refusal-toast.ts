import { useQueryClient } from '@tanstack/react-query';
import { isSessionOver } from '#web/query-client.ts';
import { showRefusal } from '#web/ui/form/show-refusal.ts';
import { hasSessionEnded } from './use-user.ts';

/** Returns a function that shows a refusal. If the session has ended, it shows no toast, because `/auth` opens and says why. */
export function useRefusalToast(): typeof showRefusal {
  const cache = useQueryClient();
  return (problem, placement) => {
    if (!isSessionOver(problem)) return showRefusal(problem, placement);
    void hasSessionEnded(cache, problem).then((hasEnded) => void (hasEnded || showRefusal(problem, placement)));
    return { code: 'refused', problems: {} };
  };
}
