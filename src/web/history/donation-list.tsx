import type { ComponentType, JSX } from 'react';
import type { ReversalState } from '#contract/receipt.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { formatCalendarDay } from '#web/ui/format-date.ts';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';
import rules from './history.css?inline';
import type { Donation } from './use-donations.ts';

adoptStyles(rules);

interface DonationListProps {
  readonly donations: readonly Donation[];
  /** Shown for a donation without a date. */
  readonly missingDate: string;
  /** Rendered below the lines of each donation. */
  readonly Details?: ComponentType<{ readonly donation: Donation }>;
}

export const DonationList = ({ donations, missingDate, Details }: DonationListProps): JSX.Element => (
  <ul className="donation-list follows-country">
    {donations.map((donation) => (
      <li key={donation.id} className="donation">
        <DonationLines donation={donation} missingDate={missingDate} />
        {Details && <Details donation={donation} />}
      </li>
    ))}
  </ul>
);

function DonationLines({ donation, missingDate }: { donation: Donation; missingDate: string }): JSX.Element {
  const { snackName, charityName, amount, charged, meals, day, isMonthly, reversal } = donation;
  const formatMoney = useMoneyFormat();
  return (
    <>
      <p className="donation-snack">
        <span>{snackName}</span>
        {isMonthly && <span className="monthly-badge">Monthly</span>}
        {reversal && <span className="reversal-badge">{stateNames[reversal.state]}</span>}
      </p>
      <p className="donation-charity">{charityName}</p>
      <p className="donation-date">
        {day === undefined ? missingDate : <time dateTime={day}>{formatCalendarDay(day)}</time>}
      </p>
      <p className="donation-amount">
        {formatMoney(amount)}
        {reversal && <span className="donation-reversed">{` −${formatMoney(reversal.amount)}`}</span>}
      </p>
      {charged && <p className="donation-charged">{`${formatMoney(charged)} charged`}</p>}
      <p className="donation-meals">{formatCountOf(meals, 'meal')}</p>
    </>
  );
}

const stateNames = {
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  disputed: 'Disputed',
} as const satisfies Record<ReversalState, string>;

/** Shown while donations load; rows have the height of real ones. */
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
