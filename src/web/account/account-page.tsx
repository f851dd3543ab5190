import './account.css';
import type { JSX } from 'react';
import type { AccountResponse } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { DonorPage } from '#web/layout/donor-page.tsx';
import { MonthlyGifts } from '#web/recurring/index.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { QueryView, Skeleton } from '#web/ui/feedback/query-view.tsx';
import { AccountSection } from './account-section.tsx';
import { DeletionSection } from './deletion/deletion-section.tsx';
import { DevicesSection } from './devices/devices-section.tsx';
import { EmailSection } from './email/email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile/profile-section.tsx';
import { SecondFactorSection } from './second-factor/second-factor-section.tsx';
import { useAccount } from './use-account.ts';

/** `/account`: the donor's profile, monthly gifts, sign-in and data (spec-readings, Accounts). */
export default function AccountPage(): JSX.Element {
  return (
    <DonorPage
      title="Your account"
      description="Your profile, your devices and your data."
      path="/account"
      aside={
        <Link to="/donation-history" className="link">
          My Donations
        </Link>
      }
    >
      <Account />
    </DonorPage>
  );
}

const Account = (): JSX.Element => (
  <QueryView query={useAccount()} loading={<AccountSkeleton />} failure="Failed to load your account">
    {(account) => <Sections account={account} />}
  </QueryView>
);

const AccountSkeleton = (): JSX.Element => (
  <div role="status" className="account">
    <span className="sr-only">Loading your account…</span>
    <Skeleton className="account-slip-skeleton" />
    <div className="account-sections">
      <Skeleton className="account-section-skeleton" />
      <Skeleton className="account-section-skeleton" />
    </div>
  </div>
);

const Sections = ({ account }: { readonly account: AccountResponse }): JSX.Element => (
  <div className="account">
    <AccountSummary account={account} />
    <div className="account-sections">
      <ProfileSection account={account} />
      <AccountSection id="monthly" title="Monthly gifts" className="account-section-wide">
        <MonthlyGifts />
      </AccountSection>
      <EmailSection account={account} />
      <PasswordSection account={account} />
      <DevicesSection />
      <SecondFactorSection account={account} />
      <DataSection />
      <DeletionSection account={account} />
    </div>
  </div>
);

/** The account in four lines, and links to the sections. */
const AccountSummary = ({ account }: { readonly account: AccountResponse }): JSX.Element => (
  <div className="account-slip">
    <div className="account-slip-shadow">
      <dl className="account-slip-paper">
        {summaryOf(account).map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
    <nav aria-label="Your account" className="account-links">
      {sections.map(([id, label]) => (
        <Link key={id} to={`/account#${id}`} aria-current={undefined} className="site-link">
          {label}
        </Link>
      ))}
    </nav>
  </div>
);

const summaryOf = (account: AccountResponse): readonly (readonly [term: string, text: string])[] => [
  ['Username', account.username],
  ['Member since', formatDay(new Date(account.createdAt))],
  ['Email', account.isEmailConfirmed ? 'confirmed' : 'not confirmed'],
  ['Two-step sign-in', account.hasSecondFactor ? 'on' : 'off'],
];

const sections = [
  ['profile', 'Profile'],
  ['monthly', 'Monthly gifts'],
  ['email', 'Email address'],
  ['password', 'Password'],
  ['devices', 'Devices'],
  ['second-factor', 'Two-step sign-in'],
  ['data', 'Your data'],
  ['deletion', 'Delete account'],
] as const;

const DataSection = (): JSX.Element => (
  <AccountSection id="data" title="Your data">
    <p className="text-muted">Download everything we keep about you as one file, or your donations as a spreadsheet.</p>
    <p className="flex flex-wrap gap-3">
      <OwnFileLink href={accountCalls.downloadData.path} returnTo="/account#data" className="button button-secondary">
        Download all data (JSON)
      </OwnFileLink>
      <OwnFileLink
        href={accountCalls.downloadDonations.path}
        returnTo="/account#data"
        className="button button-secondary"
      >
        Download donations (CSV)
      </OwnFileLink>
    </p>
  </AccountSection>
);
