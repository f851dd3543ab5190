import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { signInState } from './sign-in-reason.ts';
import { readIsSignedIn } from './signed-in-hint.ts';
import { checkSession } from './use-user.ts';

/**
 * For an action that needs the session: asks the server whether it has ended. If so, opens `/auth`, which says why and leads to
 * `returnTo` afterward, and resolves to true.
 */
export function useSignInAgain(): (returnTo: string) => Promise<boolean> {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  return async (returnTo) => {
    await checkSession(cache);
    if (readIsSignedIn()) return false;
    navigate('/auth', { state: signInState({ returnTo, hasSessionEnded: true }) });
    return true;
  };
}
