import type { UtcDay } from '#domain/ledger/utc-day.ts';
import { subtract, type Money } from '#domain/money/money.ts';

/** The stations that a donation passes on its way to the charity, in this order. */
export const stationNames = ['paid', 'books', 'log', 'batch', 'sent', 'received'] as const;

export type StationName = (typeof stationNames)[number];

/**
 * - `current`: the first station that is neither done nor stopped
 * - `stopped`: a refund or dispute took the whole donation before this station
 */
export type StationState = 'done' | 'current' | 'upcoming' | 'stopped';

/** The facts about a donation from the books, the public log and the payouts. Instants are ISO texts in UTC. */
export interface JourneyFacts {
  readonly paidAt: string;
  readonly paidWith: 'card' | 'paypal';
  readonly charityName: string;
  /** The ledger transaction of the settlement, with the charity's part. */
  readonly booked: { readonly at: string; readonly transactionId: string; readonly amount: Money };
  /** The amounts that refunds and disputes took from the charity's part, or returned to it, oldest first. */
  readonly reversals: readonly BookedReversal[];
  /** The donation's leaf; undefined until a signed tree head includes it. */
  readonly leaf: LeafFacts | undefined;
  /** The payout that covers the donation now. */
  readonly payout: PayoutFacts | undefined;
  /** Earlier payouts, which the bank returned, oldest first. */
  readonly returned: readonly ReturnedFacts[];
  /** True if a bank is asking about the payment. */
  readonly isDisputed: boolean;
  readonly holdDays: number;
}

/** What a refund or dispute took from the charity's part, or returned to it, in one ledger transaction. */
export interface BookedReversal {
  readonly kind: 'refund' | 'dispute';
  readonly at: string;
  /** Negative if the money came back. */
  readonly amount: Money;
}

/** A leaf of the public log, and the first signed tree head that includes it. */
export interface LeafFacts {
  readonly leafIndex: number;
  readonly treeSize: number;
  readonly signedAt: string;
}

export interface PayoutFacts {
  readonly id: string;
  /** The batch's last day of donations. */
  readonly day: UtcDay;
  readonly createdAt: string;
  /** The transfer, and the time at which it was recorded; undefined until the bank has made it. */
  readonly sent: { readonly paidOn: UtcDay; readonly reference: string; readonly recordedAt: string } | undefined;
  /** The payout's own leaf, and the number of donations and reversals that the payout names. */
  readonly leaf: (LeafFacts & { readonly covered: number }) | undefined;
  /** True if the payout covers enough donations for a proof. A proof reveals the payout's amount (decision 0152). */
  readonly mayProve: boolean;
  /** The time at which the charity confirmed the transfer; undefined until it does. */
  readonly confirmedAt: string | undefined;
}

export interface ReturnedFacts {
  readonly paidOn: UtcDay;
  readonly reference: string;
  readonly returnedOn: UtcDay;
  readonly recordedAt: string;
}

/** The stations that a donation has passed, with their times. */
export interface Progress {
  readonly stations: readonly {
    readonly name: StationName;
    readonly state: StationState;
    readonly at: string | null;
  }[];
  /** The rest of the charity's part. */
  readonly left: Money;
  /** The time at which refunds and disputes had taken the whole donation; undefined while something is left. */
  readonly stoppedAt: string | undefined;
}

export function progressOf(facts: JourneyFacts): Progress {
  const { booked, leaf, payout } = facts;
  const { left, stoppedAt } = subtractReversals(facts);
  const beforeStop = (at: string | undefined): string | undefined =>
    at !== undefined && (stoppedAt === undefined || at < stoppedAt) ? at : undefined;
  const reached: Readonly<Record<StationName, string | undefined>> = {
    paid: facts.paidAt,
    books: booked.at,
    log: leaf?.signedAt,
    batch: beforeStop(payout?.createdAt),
    sent: beforeStop(payout?.sent?.recordedAt) && payout?.sent?.paidOn,
    received: beforeStop(payout?.confirmedAt),
  };
  const isStopped = (name: StationName): boolean => stoppedAt !== undefined && name !== 'log';
  const current = stationNames.find((name) => reached[name] === undefined && !isStopped(name));
  return {
    stations: stationNames.map((name) => ({ name, at: reached[name] ?? null, state: stateOf(name) })),
    left,
    stoppedAt,
  };

  function stateOf(name: StationName): StationState {
    if (reached[name] !== undefined) return 'done';
    if (isStopped(name)) return 'stopped';
    return name === current ? 'current' : 'upcoming';
  }
}

/** Returns true if the charity has confirmed the transfer, and something is left of the donation. */
export const hasArrived = ({ stations, stoppedAt }: Progress): boolean =>
  stoppedAt === undefined && stations.every(({ state }) => state === 'done');

function subtractReversals({ booked, reversals }: JourneyFacts): Pick<Progress, 'left' | 'stoppedAt'> {
  let left = booked.amount;
  let stoppedAt: string | undefined;
  for (const { at, amount } of reversals) {
    left = subtract(left, amount);
    stoppedAt = left.amountMinor > 0 ? undefined : (stoppedAt ?? at);
  }
  return { left, stoppedAt };
}
