import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { signInState } from './sign-in-reason.ts';
import { readIsSignedIn } from './signed-in-hint.ts';
import { checkSession } from './use-user.ts';

/**
 * Returns a function for actions that need the session. It asks the server whether the session has ended. If so, it opens
 * `/auth`, which says why and later leads to `returnTo`, and resolves to true.
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
