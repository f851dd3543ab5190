import type { ReactNode } from 'react';
import type { DonationDetail, TimelineEntry as Entry } from '#contract/admin/donations/detail.ts';
import { Link } from '#web/ui/link.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import type { Tone } from '../ui/status-pill.tsx';
import type { TimelineEntry } from '../ui/timeline.tsx';
import { useHasRight } from '../use-staff.ts';

/** Describes the entries of a donation's timeline. */
export const toTimeline = ({ timeline }: DonationDetail): readonly TimelineEntry[] =>
  timeline.map((entry) => ({ id: entry.id, at: entry.at, ...describe(entry) }));

const problemsOfRefund = {
  waiting: {},
  done: {},
  refused: { tone: 'bad', details: 'The provider refused it.' },
  failed: { tone: 'bad', details: 'It may not have been made.' },
} as const;

interface Description {
  readonly title: string;
  readonly tone?: Tone;
  readonly details?: ReactNode;
}

function describe(entry: Entry): Description {
  switch (entry.kind) {
    case 'checkout_opened':
      return { title: 'Checkout opened' };
    case 'payment':
      return payments[entry.fact];
    case 'declined':
      return { title: 'Payment declined', tone: 'attention' };
    case 'quarantined':
      return {
        title: entry.resolvedAt === null ? 'A message is quarantined; needs review' : 'A message was quarantined',
        tone: entry.resolvedAt === null ? 'bad' : 'neutral',
        details: <code>{entry.reason}</code>,
      };
    case 'rebuilt':
      return { title: 'Rebuilt after a restore' };
    case 'posted':
      return { title: 'Posted to the ledger', details: <Postings entry={entry} /> };
    case 'email':
      return emailOf(entry);
    case 'refund_requested':
      return {
        title: `Refund of ${formatDecimal(entry.amount, entry.currency)} requested`,
        ...problemsOfRefund[entry.state],
      };
    case 'reversal':
      return reversalOf(entry);
    case 'payout':
      return payoutOf(entry);
    case 'claimed':
      return { title: 'Claimed by an account' };
    case 'note':
      return { title: `Note by ${entry.author ?? 'a former member of the team'}`, details: <bdi>{entry.note}</bdi> };
    case 'staff_action':
      return { title: `${entry.action} (${entry.actor})`, details: <bdi>{entry.reason}</bdi> };
  }
}

const payments: Readonly<Record<Extract<Entry, { kind: 'payment' }>['fact'], Description>> = {
  processing: { title: 'Payment is being processed', tone: 'attention' },
  settled: { title: 'Paid', tone: 'good' },
  failed: { title: 'Payment failed', tone: 'bad' },
  expired: { title: 'Checkout expired' },
};

function emailOf({ about, state }: Extract<Entry, { kind: 'email' }>): Description {
  const name = about === 'receipt' ? 'Receipt' : 'Email about the refund or dispute';
  switch (state) {
    case 'sent':
      return { title: `${name} sent`, tone: 'good' };
    case 'waiting':
      return { title: `${name} waiting to be sent`, tone: 'attention' };
    case 'no_recipient':
      return { title: `${name} not sent: no address is known`, tone: 'bad' };
    case 'failed':
      return { title: `${name} not sent: all attempts failed`, tone: 'bad' };
    case 'held':
      return { title: `${name} held after a restore`, tone: 'attention' };
    case 'discarded':
      return { title: `${name} discarded after a restore` };
  }
}

function reversalOf({ of, fact, amount, currency, reversalId }: Extract<Entry, { kind: 'reversal' }>): Description {
  const name = `${of === 'refund' ? 'Refund' : 'Dispute'} of ${formatDecimal(amount, currency)}`;
  const details = <code>{reversalId}</code>;
  switch (fact) {
    case 'noted':
      return { title: of === 'refund' ? `${name} accepted by the provider` : `${name} announced`, details };
    case 'taken':
      return {
        title: of === 'refund' ? `${name} made` : `${name}: the money was withdrawn`,
        tone: 'attention',
        details,
      };
    case 'lost':
      return { title: of === 'refund' ? `${name} made` : `${name} lost`, tone: 'bad', details };
    case 'returned':
      return { title: of === 'refund' ? `${name} failed: the money came back` : `${name} won`, tone: 'good', details };
  }
}

function payoutOf({ fact, amount, currency, batchId }: Extract<Entry, { kind: 'payout' }>): Description {
  const details = <BatchLink batchId={batchId} />;
  const sum = formatDecimal(Math.abs(amount), currency);
  if (fact === 'in_batch')
    return { title: amount < 0 ? `${sum} will be deducted from a payout` : `${sum} is in a payout`, details };
  if (fact === 'confirmed') return { title: `The charity confirmed the payout with ${sum}`, tone: 'good', details };
  if (fact === 'returned')
    return {
      title:
        amount < 0 ? `The bank returned the payout, so ${sum} will be deducted again` : `${sum} returned by the bank`,
      tone: 'attention',
      details,
    };
  return {
    title: amount < 0 ? `${sum} deducted from a payout to the charity` : `${sum} paid to the charity`,
    tone: 'good',
    details,
  };
}

/** A link to a payout's batch, for those who may open it. */
function BatchLink({ batchId }: { readonly batchId: string }): ReactNode {
  return (
    useHasRight('readMoney') && (
      <Link to={`/admin/payouts/${batchId}`} className="link">
        Open the batch of payouts
      </Link>
    )
  );
}

const Postings = ({ entry: { entries } }: { readonly entry: Extract<Entry, { kind: 'posted' }> }): ReactNode => (
  <table className="donation-postings">
    <tbody>
      {entries.map(({ name, amount, currency }, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of a transaction never change
        <tr key={line}>
          <th scope="row">{name}</th>
          <td>{formatDecimal(amount, currency)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
