import type { JSX } from 'react';
import type { BooksAnswer, SetAsideReason } from '#contract/money-desk.ts';
import { formatCount } from '#domain/money/format.ts';
import { showInstant } from './show-instant.ts';

interface SetAsideProps {
  readonly entries: BooksAnswer['quarantined'];
  readonly count: number;
}

/** What does not fit the books: each with what is wrong and the ids that lead to it at the provider. */
export const SetAside = ({ entries, count }: SetAsideProps): JSX.Element => (
  <section aria-labelledby="set-aside" className="desk-card">
    <h2 id="set-aside">Set aside</h2>
    {entries.length === 0 ? (
      <p className="text-muted">Everything that the providers told us fits the books.</p>
    ) : (
      <>
        <p className="text-muted">{describeCount(entries.length, count)}</p>
        <ul className="desk-list">
          {entries.map((entry) => (
            <li key={`${entry.provider} ${entry.eventId}`}>
              <p className="font-bold">{reasons[entry.reason] ?? entry.reason}</p>
              <p className="text-muted">
                {providerName[entry.provider]},{' '}
                <time dateTime={entry.quarantinedAt}>{showInstant(entry.quarantinedAt)}</time>
              </p>
              <p className="desk-ids">{[entry.eventId, ...entry.ids].join(' ')}</p>
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
);

const describeCount = (shown: number, count: number): string =>
  count > shown
    ? `The newest ${formatCount(shown)} of ${formatCount(count)}. Look each up at the provider before anything is changed.`
    : 'Look each up at the provider before anything is changed.';

const providerName = { stripe: 'Stripe', paypal: 'PayPal' } as const;

const reasonWords: Readonly<Record<SetAsideReason, string>> = {
  unknown_session: 'A payment for a checkout that we do not know',
  other_session: 'A payment for another checkout than the gift’s',
  other_account: 'A message of another account',
  other_mode: 'A message of the other mode (test or live)',
  other_currency: 'Another currency than was asked for',
  other_amount: 'Another amount than fits the gift',
  other_payment: 'A refund that changed its payment',
  no_payment: 'A bill that was marked as paid without a payment',
  plan_over: 'A bill of a monthly gift that had ended',
  unreadable: 'A message that could not be read',
  refund_refused: 'A refund that the provider refused',
};

/** Reasons in words; one that is not known here, as from a newer server, is shown as the server names it. */
const reasons: Readonly<Record<string, string>> = reasonWords;
