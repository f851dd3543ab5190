import { useState } from 'react';
import { useNavigate } from 'react-router';
import { showToast } from '#web/ui/toast.ts';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';

/** The way out. */
export interface SignOut {
  readonly isSigningOut: boolean;
  readonly signOut: () => Promise<void>;
}

/** Signs out and goes home; a failure is told in a toast, and the visitor stays who they are (spec 2, Header; spec 8). */
export function useSignOut(): SignOut {
  const navigate = useNavigate();
  const [isSigningOut, setIsSigningOut] = useState(false);
  useKeptFocus(isSigningOut);
  async function signOut(): Promise<void> {
    setIsSigningOut(true);
    try {
      // Loaded when it is needed: the header stands on pages of mere text, which carry no cache of server data.
      const { endSession } = await import('./end-session.ts');
      await endSession(); // before home is drawn, which would ask for the donations of a session that is over
      await navigate('/');
    } catch (problem) {
      showToast({ title: 'Logout failed', description: messageOf(problem), tone: 'destructive' });
    } finally {
      setIsSigningOut(false);
    }
  }
  return { isSigningOut, signOut };
}

const messageOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));
