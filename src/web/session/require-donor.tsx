import { useState, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useUser } from './use-user.ts';

/**
 * What only a signed-in donor sees: a spinner while the user loads, `/auth` for everybody else (spec 2, Routes). Whoever signs
 * out while looking at it goes home instead, where signing out leads.
 */
export function RequireDonor({ children }: { readonly children: ReactNode }): ReactNode {
  const { status, user } = useUser();
  const [hadUser, setHadUser] = useState(false);
  if (user && !hadUser) setHadUser(true);
  if (user) return children;
  switch (status) {
    case 'loading':
      return (
        <p className="grid place-items-center py-24">
          <Spinner label="Looking up your account…" />
        </p>
      );
    case 'unreachable':
      return <FailedBox text="We could not reach your account." onRetry={() => window.location.reload()} />;
    case 'known':
      return <Navigate to={hadUser ? '/' : '/auth'} replace />;
  }
}
