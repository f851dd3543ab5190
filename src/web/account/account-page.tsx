import './account.css';
import type { JSX } from 'react';
import type { AccountAnswer } from '#contract/account-care.ts';
import { DonorPage } from '#web/layout/donor-page.tsx';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { MonthlyGifts } from '#web/recurring/index.ts';
import { AccountSection } from './account-section.tsx';
import { AccountSlip } from './account-slip.tsx';
import { AccountSkeleton } from './account-skeleton.tsx';
import { DataSection } from './data-section.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { useAccount } from './use-account.ts';

/** `/account`: everything that a donor can change about themselves here (rulings, Accounts). */
export default function AccountPage(): JSX.Element {
  return (
    <DonorPage
      title="Your account"
      description="Your profile, your devices and your data."
      path="/account"
      aside={
        <PageLink to="/donation-history" className="link">
          My Donations
        </PageLink>
      }
    >
      <Account />
    </DonorPage>
  );
}

/** The account in one of its faces; it is never empty. */
function Account(): JSX.Element {
  const { data: account, isError, refetch } = useAccount();
  if (account) return <Sections account={account} />;
  if (isError) return <FailedBox text="Failed to load your account" onRetry={() => void refetch()} />;
  return <AccountSkeleton />;
}

const Sections = ({ account }: { readonly account: AccountAnswer }): JSX.Element => (
  <div className="account">
    <AccountSlip account={account} />
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
