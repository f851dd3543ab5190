import './auth.css';
import type { JSX } from 'react';
import { Redirect } from 'wouter';
import { brand } from '#domain/brand.ts';
import { formatCount } from '#domain/money/format.ts';
import { sumDonations, useAnonymousDonations } from '#web/anonymous-donations/index.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { PageHead } from '#web/layout/page-head.tsx';
import { useUser } from '#web/session/index.ts';
import { CookiesNeeded } from '#web/ui/feedback/cookies-needed.tsx';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { AuthTabs } from './auth-tabs.tsx';

/** `/auth`: sign in or register (spec 2). A signed-in user is redirected home, also right after signing in. */
export default function AuthPage(): JSX.Element {
  const { user } = useUser();
  return (
    <>
      <PageHead
        title="Sign In"
        description={`Sign in to ${brand.name} or create an account: your donations, your impact and your receipts in one place.`}
        path="/auth"
      />
      {user ? <Redirect to="/" replace /> : <AuthColumns />}
    </>
  );
}

const AuthColumns = (): JSX.Element => (
  <div className="auth-page">
    <div className="auth-card">
      <h1 className="text-3xl">Sign In</h1>
      <UnclaimedNotice />
      <NeedsJavaScript>You need JavaScript to sign in or register.</NeedsJavaScript>
      <CookiesNeeded>
        Your browser blocks cookies, and signing in needs one. Please allow cookies for this site and reload the page.
      </CookiesNeeded>
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

/** Tells a visitor with unclaimed donations that signing in claims them. */
function UnclaimedNotice(): JSX.Element | null {
  const format = useMoneyFormat();
  const records = useAnonymousDonations();
  if (records.length === 0) return null;
  const { donations, amount, meals } = sumDonations(records);
  const figures = `${format(amount)}, ${meals === 1 ? '1 meal' : `${formatCount(meals)} meals`}`;
  return (
    <p className="unclaimed-notice">
      {donations === 1
        ? `There's an unclaimed donation on this device (${figures}). Sign in or register to claim it.`
        : `There are ${formatCount(donations)} unclaimed donations on this device (${figures}). Sign in or register to claim them.`}
    </p>
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
