import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type JSX, type ReactNode } from 'react';
import { Redirect } from 'wouter';
import { contactEmail } from '#web/page-settings.ts';
import { useVisit } from '#web/app-router.tsx';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { FailedBox } from '#web/ui/feedback/failed-box.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { signInState } from './sign-in-reason.ts';
import { useLastSessionChange } from './signed-in-hint.ts';
import { checkSession, useUser } from './use-user.ts';

/**
 * Shows its children to signed-in donors only: a spinner while the user loads, and for everyone else a redirect to `/auth`, which
 * says why and leads back (spec 2, Routes). A donor who signs out goes to the home page, as after every sign-out.
 */
export function RequireDonor({ children }: { readonly children: ReactNode }): ReactNode {
  const { status, user } = useUser();
  useSessionCheck(user !== null);
  const [hadUser, setHadUser] = useState(false);
  if (user && !hadUser) setHadUser(true);
  if (user) return children;
  switch (status) {
    case 'loading':
      return (
        <>
          <NeedsJavaScript>{`You need JavaScript to see this page. If you need help, write to ${contactEmail()}.`}</NeedsJavaScript>
          <p className="grid place-items-center py-24">
            <Spinner label="Looking up your account…" />
          </p>
        </>
      );
    case 'unreachable':
      return <FailedBox text="We couldn't reach your account." onRetry={() => window.location.reload()} />;
    case 'known':
      return <RedirectElsewhere hadUser={hadUser} />;
  }
}

/** Fetches a user again who was known before this page opened. The session may have ended elsewhere, unnoticed by other calls. */
function useSessionCheck(isKnown: boolean): void {
  const cache = useQueryClient();
  const [wasKnown] = useState(isKnown);
  useEffect(() => void (wasKnown && checkSession(cache)), [wasKnown, cache]);
}

function RedirectElsewhere({ hadUser }: { readonly hadUser: boolean }): JSX.Element {
  const { pathname, hash } = useVisit();
  const change = useLastSessionChange();
  if (hadUser && change === 'signed_out') return <Redirect to="/" replace />;
  const reason = { returnTo: pathname + hash, hasSessionEnded: hadUser || change === 'expired' };
  return <Redirect to="/auth" state={signInState(reason)} replace />;
}
