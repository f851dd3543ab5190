import { useState } from 'react';
import { useLocation } from 'wouter';
import { failureText } from '#web/api-error.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { useFocusRestore } from '#web/ui/use-focus-restore.ts';

/** The function that signs out, and whether it is running. */
interface SignOut {
  readonly isSigningOut: boolean;
  readonly signOut: () => Promise<void>;
}

/** Signs out and opens the home page. If this fails, a toast says so and the donor stays signed in (spec 2, Header; spec 8). */
export function useSignOut(): SignOut {
  const [, navigate] = useLocation();
  const [isSigningOut, setIsSigningOut] = useState(false);
  useFocusRestore(isSigningOut);
  async function signOut(): Promise<void> {
    setIsSigningOut(true);
    try {
      // Loaded on demand: the header is also on text pages, which have no query cache.
      const { endSession } = await import('./end-session.ts');
      await endSession(); // before navigating: the home page would fetch donations of a session that has ended
      navigate('/');
    } catch (problem) {
      showToast({ title: 'Logout failed', description: failureText(problem), tone: 'destructive' });
    } finally {
      setIsSigningOut(false);
    }
  }
  return { isSigningOut, signOut };
}
