import './auth.css';
import type { JSX } from 'react';
import { Navigate } from 'react-router';
import { brand } from '#domain/brand.ts';
import { PageHead } from '#web/layout/page-head.tsx';
import { useUser } from '#web/session/index.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { AuthTabs } from './auth-tabs.tsx';
import { UnclaimedNotice } from './unclaimed-notice.tsx';
import { WhySignUp } from './why-sign-up.tsx';

/** `/auth`: sign in or register (spec 2). Whoever is signed in, or has just come in, is led home. */
export default function AuthPage(): JSX.Element {
  const { user } = useUser();
  return (
    <>
      <PageHead
        title="Sign In"
        description={`Sign in to ${brand.name} or make an account: your donations, your impact and your receipts in one place.`}
        path="/auth"
      />
      {user ? <Navigate to="/" replace /> : <AuthColumns />}
    </>
  );
}

const AuthColumns = (): JSX.Element => (
  <div className="auth-page">
    <div className="auth-card">
      <h1 className="text-3xl">Sign In</h1>
      <UnclaimedNotice />
      <noscript>
        <p className="mt-4 rounded-xl bg-tint p-4">Signing in needs JavaScript.</p>
      </noscript>
      <AuthTabs />
      <p className="mt-4 text-center">
        <PageLink to="/" className="link">
          Back to Home
        </PageLink>
      </p>
    </div>
    <WhySignUp />
  </div>
);
