import { useQueryClient } from '@tanstack/react-query';
import { isSessionOver } from '#web/query-client.ts';
import { showRefusal } from '#web/ui/form/show-refusal.ts';
import { hasSessionEnded } from './use-user.ts';

/** Shows a refusal. If the session has ended, private pages close and `/auth` says why, so no toast is shown. */
export function useRefusalToast(): typeof showRefusal {
  const cache = useQueryClient();
  return (problem, placement) => {
    if (!isSessionOver(problem)) return showRefusal(problem, placement);
    void hasSessionEnded(cache, problem).then((hasEnded) => void (hasEnded || showRefusal(problem, placement)));
    return { code: 'refused', problems: {} };
  };
}
