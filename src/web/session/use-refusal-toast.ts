import { useQueryClient } from '@tanstack/react-query';
import { isSessionOver, refreshUser } from '#web/query-client.ts';
import { showRefusal } from '#web/ui/form/show-refusal.ts';

/** Shows a refusal. If the session is over, it also fetches the user again, so that private pages close. */
export function useRefusalToast(): typeof showRefusal {
  const cache = useQueryClient();
  return (problem, placement) => {
    if (isSessionOver(problem)) void refreshUser(cache);
    return showRefusal(problem, placement);
  };
}
