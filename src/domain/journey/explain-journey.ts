import { addDays } from '#domain/ledger/ledger-days.ts';
import { formatUtcDay, formatUtcMoment, utcDay } from '#domain/ledger/utc-day.ts';
import { formatCount, formatCountOf, formatMoneyForAnyone } from '#domain/money/format.ts';
import { negate } from '#domain/money/money.ts';
import { payableBefore } from '#domain/payout/payable-before.ts';
import {
  hasArrived,
  progressOf,
  type JourneyFacts,
  type LeafFacts,
  type BookedReversal,
  type Progress,
  type StationName,
  type StationState,
} from './journey.ts';

/** A journey in plain words, for the donor. */
export interface ExplainedJourney {
  readonly hasArrived: boolean;
  readonly stations: ExplainedStation[];
  /** Refunds, disputes and payouts that the bank returned, oldest first. */
  readonly happenings: { readonly at: string; readonly text: string }[];
  readonly payoutProof: PayoutProofState;
}

/** `none`: no payout of the donation is in the public log yet. `withheld`: the payout covers too few donations for a proof. */
export const payoutProofStates = ['none', 'available', 'withheld'] as const;
export type PayoutProofState = (typeof payoutProofStates)[number];

export interface ExplainedStation {
  readonly name: StationName;
  readonly state: StationState;
  /** An instant, or a day if only the day is known; null unless the station is done. */
  readonly at: string | null;
  readonly explanation: string;
  /** Evidence that the donation has passed this station. */
  readonly proof: { readonly name: string; readonly value: string }[];
}

export function explainJourney(facts: JourneyFacts, now: Date): ExplainedJourney {
  const progress = progressOf(facts);
  return {
    hasArrived: hasArrived(progress),
    stations: progress.stations.map(({ name, state, at }) => ({
      name,
      state,
      at,
      explanation: explain(facts, progress, { name, state, now }),
      proof: state === 'done' ? proofs[name](facts) : [],
    })),
    happenings: happeningsOf(facts),
    payoutProof: payoutProofOf(facts, progress),
  };
}

function payoutProofOf({ payout }: JourneyFacts, progress: Progress): PayoutProofState {
  if (!isSent(progress) || !payout?.leaf) return 'none';
  return payout.mayProve ? 'available' : 'withheld';
}

const isSent = ({ stations }: Progress): boolean =>
  stations.some(({ name, state }) => name === 'sent' && state === 'done');

interface StationNow {
  readonly name: StationName;
  readonly state: StationState;
  readonly now: Date;
}

function explain(facts: JourneyFacts, progress: Progress, { name, state, now }: StationNow): string {
  if (state === 'stopped') return reasonStopped(facts, progress);
  if (state === 'done' || name === 'paid' || name === 'books') return done[name](facts); // every donation is paid and booked
  return name === 'batch' ? reasonNotInBatch(facts, now) : notYet[name](facts, progress);
}

function reasonStopped({ reversals, isDisputed }: JourneyFacts, progress: Progress): string {
  const isRefund = reversals.at(-1)?.kind !== 'dispute';
  if (!isRefund && isDisputed)
    return 'Your bank has taken the payment back for now. If it returns the money, your donation continues on its way.';
  const cause = isRefund ? 'the donation was refunded' : 'your bank took the payment back';
  return isSent(progress)
    ? `After the transfer, ${cause}, so we do not follow it any further.`
    : `This won't happen, because ${cause}.`;
}

const done: Readonly<Record<StationName, (facts: JourneyFacts) => string>> = {
  paid: ({ paidWith }) =>
    paidWith === 'paypal' ? 'PayPal confirmed your payment.' : 'Your card payment was confirmed.',
  books: ({ booked, charityName }) =>
    `We entered it in our books, with ${formatMoneyForAnyone(booked.amount)} for ${charityName}.`,
  log: () => 'Your donation is in our public log, where no one can change it unnoticed.',
  batch: ({ payout, charityName }) =>
    `It is part of the payout to ${charityName} in the batch of ${formatUtcDay(payout?.day ?? '')}.`,
  sent: ({ charityName }) => `Our bank transferred the payout to ${charityName}.`,
  received: ({ charityName }) => `${charityName} confirmed that the transfer has arrived.`,
};

type UpcomingStation = Exclude<StationName, 'paid' | 'books' | 'batch'>;

const notYet: Readonly<Record<UpcomingStation, (facts: JourneyFacts, progress: Progress) => string>> = {
  log: () => 'It gets its place in our public log, usually within a minute.',
  sent: ({ payout, charityName }) =>
    payout
      ? `The batch is checked, and then our bank transfers it to ${charityName}.`
      : `Our bank transfers the payout to ${charityName}.`,
  received: ({ charityName }, progress) =>
    isSent(progress)
      ? `${charityName} has not told us yet that the transfer has arrived.`
      : `${charityName} confirms that the transfer has arrived.`,
};

/** Says why no payout covers the donation, or when one can. */
function reasonNotInBatch({ booked, returned, isDisputed, holdDays }: JourneyFacts, now: Date): string {
  if (isDisputed) return 'A bank is asking about this payment, so it waits until that is decided.';
  if (booked.at >= payableBefore(utcDay(now), now, holdDays).toISOString())
    return `We hold donations for ${formatCountOf(holdDays, 'day')}, in case they are refunded. This one can go into a batch from ${formatUtcDay(addDays(booked.at.slice(0, 10), holdDays))} on.`;
  const last = returned.at(-1);
  if (last) return `The bank returned the transfer of ${formatUtcDay(last.paidOn)}, so it waits for the next batch.`;
  return 'It is old enough to be paid out, and waits for the next batch.';
}

const proofs: Readonly<Record<StationName, (facts: JourneyFacts) => ExplainedStation['proof']>> = {
  paid: () => [],
  books: ({ booked }) => [{ name: 'Ledger transaction', value: booked.transactionId }],
  log: ({ leaf }) => (leaf ? leafProof(leaf) : []),
  batch: ({ payout }) => (payout ? [{ name: 'Payout', value: payout.id }] : []),
  sent: ({ payout }) => [
    ...(payout?.sent ? [{ name: 'Bank reference', value: payout.sent.reference }] : []),
    ...(payout?.leaf ? [...leafProof(payout.leaf), coveredProof(payout.leaf.covered)] : []),
  ],
  received: () => [],
};

const leafProof = ({ leafIndex, treeSize, signedAt }: LeafFacts): ExplainedStation['proof'] => [
  { name: 'Leaf of our public log', value: String(leafIndex) },
  {
    name: 'First tree head with it',
    value: `${treeSize} ${treeSize === 1 ? 'leaf' : 'leaves'}, signed ${formatUtcMoment(new Date(signedAt))}`,
  },
];

const coveredProof = (count: number) => ({ name: 'Donations and refunds it names', value: formatCount(count) });

function happeningsOf(facts: JourneyFacts): ExplainedJourney['happenings'] {
  const reversed = facts.reversals.map((reversal) => ({ at: reversal.at, text: describeReversal(facts, reversal) }));
  const returned = facts.returned.map(({ paidOn, reference, returnedOn, recordedAt }) => ({
    at: recordedAt,
    text: `The transfer of ${formatUtcDay(paidOn)} (reference ${reference}) came back from the bank on ${formatUtcDay(returnedOn)}. ${facts.charityName} is owed your donation again.`,
  }));
  return [...reversed, ...returned].toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
}

function describeReversal({ booked, charityName, payout }: JourneyFacts, { kind, at, amount }: BookedReversal): string {
  const part = `${formatMoneyForAnyone(amount.amountMinor < 0 ? negate(amount) : amount)} of the ${formatMoneyForAnyone(booked.amount)} for ${charityName}`;
  if (amount.amountMinor < 0)
    return kind === 'refund'
      ? `The refund of ${part} could not be delivered, so the amount counts again.`
      : `Your bank returned ${part} to us, so the amount counts again.`;
  const sentence = kind === 'refund' ? `We refunded ${part}.` : `Your bank took back ${part}.`;
  return payout && payout.createdAt < at
    ? `${sentence} The donation was in a batch by then, so a later payout is smaller.`
    : sentence;
}
