import './auth.css';
import type { JSX } from 'react';
import { Redirect } from 'wouter';
import { useAreCookiesBlocked } from '#web/browser-storage.ts';
import { describeUnclaimed, sumDonations, useAnonymousDonations } from '#web/anonymous-donations/index.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { PageHead } from '#web/layout/page-head.tsx';
import { siteName } from '#web/page-settings.ts';
import { useIsStaff, useUser } from '#web/session/index.ts';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { AuthTabs } from './auth-tabs.tsx';
import { destinationFor, useSignInPurpose } from './sign-in-purpose.ts';

/**
 * `/auth`: sign in or register (spec 2). A signed-in user is redirected home, even right after signing in; a visitor who was
 * sent here returns to the page they wanted (spec-readings, Accounts).
 */
export default function AuthPage(): JSX.Element {
  const { user } = useUser();
  const isStaff = useIsStaff();
  const purpose = useSignInPurpose();
  return (
    <>
      <PageHead
        title="Sign In"
        description={`Sign in to ${siteName()} or create an account: your donations, your impact and your receipts in one place.`}
        path="/auth"
      />
      {user ? <Redirect {...destinationFor(isStaff, purpose)} replace /> : <AuthColumns reason={purpose.sentence} />}
    </>
  );
}

const AuthColumns = ({ reason }: { readonly reason: string }): JSX.Element => (
  <div className="auth-page">
    <div className="auth-card">
      <h1 className="text-3xl">Sign In</h1>
      {reason !== '' && (
        <p role="status" className="auth-notice">
          {reason}
        </p>
      )}
      <UnclaimedNotice />
      <NeedsJavaScript>
        You need JavaScript to sign in or register. Please turn it on or use another browser.
      </NeedsJavaScript>
      <CookiesNotice />
      <AuthTabs />
      <p className="mt-4 text-center">
        <Link to="/" className="link">
          Back to Home
        </Link>
      </p>
    </div>
    <WhySignUp />
  </div>
);

const CookiesNotice = (): JSX.Element | null =>
  useAreCookiesBlocked() ? (
    <p className="mt-4 rounded-xl bg-tint p-4">
      Your browser blocks cookies, and signing in needs one. Please allow cookies for this site and reload the page.
    </p>
  ) : null;

/** Tells a visitor with unclaimed donations that signing in claims them. */
function UnclaimedNotice(): JSX.Element | null {
  const format = useMoneyFormat();
  const records = useAnonymousDonations();
  if (records.length === 0) return null;
  const callToAction = `Sign in or register to claim ${records.length === 1 ? 'it' : 'them'}.`;
  return (
    <p className="auth-notice follows-country">{`${describeUnclaimed(sumDonations(records), format)} ${callToAction}`}</p>
  );
}

const WhySignUp = (): JSX.Element => (
  <aside aria-labelledby="why-heading" className="why-sign-up">
    <img src="/art/bowl.svg" alt="" width="160" height="120" className="h-auto w-40" />
    <h2 id="why-heading" className="text-2xl">
      Why Sign Up?
    </h2>
    <ul className="mt-4 grid gap-3">
      {reasons.map((reason) => (
        <li key={reason} className="flex gap-3">
          <Icon name="check" className="size-6 text-leaf" />
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  </aside>
);

/** The spec's four lines; the third adds that receipts are not for tax purposes (spec-readings, Pages). */
const reasons = [
  'Track donation history',
  'See personal impact statistics',
  'Receive donation receipts (for your records, not for tax purposes)',
  'Set up recurring donations',
];
