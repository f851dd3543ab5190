import type { JSX } from 'react';
import type { ReversalState } from '#contract/receipt.ts';
import { formatCount, formatMoney } from '#domain/money/format.ts';
import { adoptSheet } from '#web/ui/adopt-sheet.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { formatDay, type Donation } from './donation.ts';
import rules from './history.css?inline';

adoptSheet(rules);

interface DonationListProps {
  readonly donations: readonly Donation[];
  /** Stands for the date of a donation that has none. */
  readonly missingDate: string;
}

/** Donations, each with what was given, to whom, when, and what it became. */
export const DonationList = ({ donations, missingDate }: DonationListProps): JSX.Element => (
  <ul className="donation-list">
    {donations.map((donation) => (
      <li key={donation.id} className="donation">
        <DonationLines donation={donation} missingDate={missingDate} />
      </li>
    ))}
  </ul>
);

function DonationLines({ donation, missingDate }: { donation: Donation; missingDate: string }): JSX.Element {
  const { snackName, charityName, amount, meals, donatedAt, isMonthly, reversal } = donation;
  return (
    <>
      <p className="donation-snack">
        <span>{snackName}</span>
        {isMonthly && <span className="monthly-badge">Monthly</span>}
        {reversal && <span className="reversal-badge">{stateName[reversal.state]}</span>}
      </p>
      <p className="donation-charity">{charityName}</p>
      <p className="donation-date">
        {donatedAt ? <time dateTime={donatedAt.toISOString()}>{formatDay(donatedAt)}</time> : missingDate}
      </p>
      <p className="donation-amount">
        {formatMoney(amount)}
        {reversal && <span className="donation-gone">{` −${formatMoney(reversal.amount)}`}</span>}
      </p>
      <p className="donation-meals">{`${formatCount(meals)} ${meals === 1 ? 'meal' : 'meals'}`}</p>
    </>
  );
}

const stateName = {
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  disputed: 'Disputed',
} as const satisfies Record<ReversalState, string>;

/** Stands in for the latest donations while they load; each row as tall as the one it stands for. */
export const DonationListSkeleton = ({ rows }: { readonly rows: number }): JSX.Element => (
  <div role="status">
    <span className="sr-only">Loading your donations…</span>
    <div aria-hidden="true" className="donation-list">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="donation">
          <p className="donation-snack">
            <Skeleton />
          </p>
          <p className="donation-charity">
            <Skeleton />
          </p>
          <p className="donation-date">
            <Skeleton />
          </p>
          <p className="donation-amount">
            <Skeleton />
          </p>
        </div>
      ))}
    </div>
  </div>
);
