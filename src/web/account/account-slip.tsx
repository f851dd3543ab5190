import type { JSX } from 'react';
import type { AccountAnswer } from '#contract/account-care.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { PageLink } from '#web/ui/page-link.tsx';

const sections = [
  ['profile', 'Profile'],
  ['monthly', 'Monthly gifts'],
  ['email', 'E-mail address'],
  ['password', 'Password'],
  ['devices', 'Devices'],
  ['second-factor', 'Two-step sign-in'],
  ['data', 'Your data'],
  ['deletion', 'Delete account'],
] as const;

/** The account in four lines, on a slip of paper, and the ways to what can be changed. */
export const AccountSlip = ({ account }: { readonly account: AccountAnswer }): JSX.Element => (
  <div className="account-slip">
    <div className="account-slip-shadow">
      <dl className="account-slip-paper">
        {linesOf(account).map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
    <nav aria-label="Your account" className="account-links">
      {sections.map(([id, label]) => (
        <PageLink key={id} to={`/account#${id}`} aria-current={undefined} className="site-link">
          {label}
        </PageLink>
      ))}
    </nav>
  </div>
);

const linesOf = (account: AccountAnswer): readonly (readonly [term: string, text: string])[] => [
  ['Username', account.username],
  ['With us since', formatDay(new Date(account.createdAt))],
  ['Address', account.isEmailConfirmed ? 'confirmed' : 'not confirmed'],
  ['Two-step sign-in', account.hasSecondFactor ? 'on' : 'off'],
];
