import type { JSX } from 'react';
import type { ReviewKind, TodayResponse } from '#contract/admin/today.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

/** The line at the top: everything balances, or how much needs review, with links to where it is resolved. */
export const Balance = ({ today: { verifiedAt, review } }: { readonly today: TodayResponse }): JSX.Element => {
  const items = review.reduce((sum, { count }) => sum + count, 0);
  const isFine = items === 0 && verifiedAt !== null;
  return (
    <div className="today-line" data-is-fine={isFine}>
      <p className="today-sentence">
        <Icon name={isFine ? 'check' : 'warning'} />
        {`${sentenceOf(items, isFine)} ${describeVerified(verifiedAt)}`}
      </p>
      {items > 0 && (
        <ul className="today-review">
          {review.map(({ kind, count }) => (
            <li key={kind}>
              <Link to={`${locations[kind].page ?? '/admin/review'}#${locations[kind].section}`} className="link">
                {formatCountOf(count, locations[kind].noun)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

function sentenceOf(items: number, isFine: boolean): string {
  if (isFine) return 'Everything balances.';
  if (items === 0) return 'Nothing needs review.';
  return items === 1 ? '1 item needs review.' : `${formatCountOf(items, 'item')} need review.`;
}

/** `Last verified 1:05 PM.`, with the day unless it is today. */
function describeVerified(verifiedAt: string | null): string {
  if (verifiedAt === null) return 'Payments have not been compared with the providers yet.';
  const at = new Date(verifiedAt);
  const isToday = at.toDateString() === new Date().toDateString();
  const time = at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  return `Last verified ${isToday ? time : formatMoment(at)}.`;
}

interface ReviewLocation {
  /** The singular noun for what is counted. */
  readonly noun: string;
  /** The section in which the item is resolved. */
  readonly section: string;
  /** Absent for `/admin/review`. */
  readonly page?: '/admin/accounting';
}

const locations: Readonly<Record<ReviewKind, ReviewLocation>> = {
  quarantined: { noun: 'quarantined payment', section: 'quarantined' },
  disputes: { noun: 'open dispute', section: 'disputes' },
  deadJobs: { noun: 'failed job', section: 'jobs' },
  differences: { noun: 'payment unknown to its provider', section: 'differences' },
  balances: { noun: 'balance that differs', section: 'balances', page: '/admin/accounting' },
  movements: { noun: 'unknown movement', section: 'movements', page: '/admin/accounting' },
  reconciliation: { noun: 'reconciliation problem', section: 'reconciliation' },
  unknownPayments: { noun: 'refund or dispute of an unknown payment', section: 'unknown-payments' },
  heldEmails: { noun: 'held email', section: 'restore' },
  lostPlans: { noun: 'monthly donation without an account', section: 'lost-plans' },
};
