import type { JSX } from 'react';
import type { MoneyDeskAnswer, QuarantineReason } from '#contract/money-desk.ts';
import { formatCount } from '#domain/money/format.ts';
import { formatMoment } from '#web/ui/format-date.ts';

interface QuarantinedEventsProps {
  readonly events: MoneyDeskAnswer['quarantined'];
  /** How many there are; `events` may be only the newest. */
  readonly count: number;
}

/** Events that do not match our records: why, and the ids to look them up at the provider. */
export const QuarantinedEvents = ({ events, count }: QuarantinedEventsProps): JSX.Element => (
  <section aria-labelledby="quarantined" className="desk-card">
    <h2 id="quarantined">Quarantined</h2>
    {events.length === 0 ? (
      <p className="text-muted">No discrepancies. Every provider event matches the ledger.</p>
    ) : (
      <>
        <p className="text-muted">
          {count > events.length && `Showing the newest ${formatCount(events.length)} of ${formatCount(count)}. `}
          Look each one up at the provider before you change anything.
        </p>
        <ul className="desk-list">
          {events.map((event) => (
            <li key={`${event.provider} ${event.eventId}`}>
              <p className="font-bold">{reasons[event.reason] ?? event.reason}</p>
              <p className="text-muted">
                {providerName[event.provider]},{' '}
                <time dateTime={event.quarantinedAt}>{formatMoment(new Date(event.quarantinedAt))}</time>
              </p>
              <p className="desk-ids">{[event.eventId, ...event.ids].join(' ')}</p>
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
);

const providerName = { stripe: 'Stripe', paypal: 'PayPal' } as const;

const knownReasons: Readonly<Record<QuarantineReason, string>> = {
  unknown_session: 'Payment for an unknown checkout session',
  unknown_dispute: 'Dispute that the provider named but does not have',
  other_session: 'Payment for a different checkout session than the donation’s',
  other_account: 'Event from another provider account',
  other_mode: 'Event from the wrong mode (test or live)',
  other_currency: 'Currency differs from the donation’s',
  other_amount: 'Amount differs from the donation’s',
  other_payment: 'Refund or dispute that now names a different payment',
  unknown_status: 'Refund or dispute with an unknown status',
  sums_differ: 'Refund or dispute whose sums contradict each other',
  no_payment: 'Invoice marked as paid without a payment',
  plan_over: 'Invoice for a monthly donation that had ended',
  invalid_record: 'Lost payment whose record at the provider is damaged',
  other_record: 'Record at the provider differs from ours',
  other_installation: 'Payment of another installation of the product',
  not_in_catalogue: 'Lost payment for a charity or snack that we no longer have',
  unreadable: 'Event that could not be read',
  refund_refused: 'Refund refused by the provider',
};

/** A newer server may send a reason that this page does not know; it is shown as sent. */
const reasons: Readonly<Record<string, string>> = knownReasons;
