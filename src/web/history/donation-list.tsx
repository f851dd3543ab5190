import type { JSX } from 'react';
import { reportEndpoints } from '#contract/report-endpoints.ts';
import type { ReversalState } from '#contract/receipt.ts';
import { formatCount, formatMoney } from '#domain/money/format.ts';
import { fileAddress } from '#web/api.ts';
import { adoptSheet } from '#web/ui/adopt-sheet.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Donation } from './donation.ts';
import rules from './history.css?inline';

adoptSheet(rules);

interface DonationListProps {
  readonly donations: readonly Donation[];
  /** Stands for the date of a donation that has none. */
  readonly missingDate: string;
  /** Whether each donation leads to its receipt as a file. */
  readonly hasReceipts?: boolean;
}

/** Donations, each with what was given, to whom, when, and what it became. */
export const DonationList = ({ donations, missingDate, hasReceipts = false }: DonationListProps): JSX.Element => (
  <ul className="donation-list">
    {donations.map((donation) => (
      <li key={donation.id} className="donation">
        <DonationLines donation={donation} missingDate={missingDate} />
        {hasReceipts && <ReceiptLink donation={donation} />}
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

/** Its name says what and when, so that the links can be told apart where they stand in a list of their own. */
const ReceiptLink = ({ donation: { id, snackName, donatedAt } }: { donation: Donation }): JSX.Element => (
  <a href={fileAddress(reportEndpoints.downloadReceipt, { id })} download className="link donation-receipt">
    Receipt (PDF)
    <span className="sr-only">{` for ${snackName}${donatedAt ? `, ${formatDay(donatedAt)}` : ''}`}</span>
  </a>
);
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
