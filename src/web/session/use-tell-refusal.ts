import { useQueryClient } from '@tanstack/react-query';
import { isSessionOver, refreshUser } from '#web/query-client.ts';
import { tellRefusal } from '#web/ui/tell-refusal.ts';

/** Tells a refusal, and looks who is signed in when the server says that nobody is: the page may be closed then. */
export function useTellRefusal(): typeof tellRefusal {
  const cache = useQueryClient();
  return (problem, telling) => {
    if (isSessionOver(problem)) void refreshUser(cache);
    return tellRefusal(problem, telling);
  };
}
