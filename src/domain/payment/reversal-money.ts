import { add, money, negate, subtract, sum, zero, type Money } from '#domain/money/money.ts';
import { isActive, type ReversalFact, type ReversalKind } from './reversal.ts';

/** A refund or dispute of a payment. All amounts are in the currency of the charge. */
export interface KnownReversal {
  readonly reversalId: string;
  readonly kind: ReversalKind;
  readonly status: ReversalFact;
  /** Undefined for an amount in another currency. Then only the movements of the dispute say what was taken. */
  readonly amount: Money | undefined;
  /** What the decision of a lost dispute refunded to the payer; undefined if the provider did not say. */
  readonly refunded?: Money | undefined;
  /** The movements of our balance that the provider lists; undefined if only the status and amount say what was taken. */
  readonly movements: readonly Money[] | undefined;
}

export interface MoneyTaken {
  /** The money that each reversal has taken from our balance and not returned, by reversal id. */
  readonly taken: ReadonlyMap<string, Money>;
  /** The disputes that returned money although, as far as we know, none had left. A message or a movement is still missing. */
  readonly unexplained: readonly string[];
}

/**
 * Computes what the reversals of one payment have taken. The result depends only on what we know, not on the order in which we
 * learned it.
 *
 * A dispute's money is the sum of its movements. PayPal reports a withdrawal twice: as a reversed capture, without movements,
 * and in the dispute. So a reversed capture counts only as far as no dispute of the payment explains it:
 *
 * - A dispute that lists withdrawals explains their sum.
 * - A dispute without movements that was decided for us explains its amount.
 * - A dispute without movements that was partly lost explains what the payer did not get.
 *
 * A dispute that lists only returns lowers what a reversed capture, or another dispute of the payment, has taken.
 */
export function moneyTaken(reversals: readonly KnownReversal[], currency: Money['currency']): MoneyTaken {
  const reported = reversals.filter(({ movements }) => movements === undefined);
  const disputes = reversals.filter(({ movements }) => movements !== undefined);
  const taken = takenAsReported(reported, explainedBy(disputes, amountOf(reported, currency), currency), currency);
  for (const { reversalId, movements = [] } of disputes) taken.set(reversalId, negate(sum(movements, currency)));
  const unexplained: string[] = [];
  for (const dispute of disputes.filter(listsOnlyReturns)) {
    const returned = sum(dispute.movements ?? [], currency);
    const left = applyReturn(taken, returned, [...reported, ...disputes]);
    taken.set(dispute.reversalId, negate(left));
    if (left.amountMinor === returned.amountMinor) unexplained.push(dispute.reversalId);
  }
  return { taken, unexplained };
}

/** Computes what reversals without movements have taken, less what disputes explain. */
function takenAsReported(
  reported: readonly KnownReversal[],
  explained: Money,
  currency: Money['currency'],
): Map<string, Money> {
  let unused = explained;
  const taken = new Map<string, Money>();
  for (const reversal of reported) {
    const amount = amountOf([reversal], currency);
    const covered = reversal.kind === 'dispute' ? smaller(amount, unused) : zero(currency);
    unused = subtract(unused, covered);
    taken.set(reversal.reversalId, subtract(amount, covered));
  }
  return taken;
}

/** Computes how much of the reversed captures (`reported`) the disputes explain. */
function explainedBy(disputes: readonly KnownReversal[], reported: Money, currency: Money['currency']): Money {
  const parts = disputes.map(({ movements = [], status, amount = reported }) => {
    if (movements.length > 0) return negate(sum(movements.filter(isWithdrawal), currency));
    return status === 'returned' ? amount : zero(currency);
  });
  const explained = sum(parts, currency);
  return add(explained, returnedByDecision(disputes, subtract(reported, explained), currency));
}

/** Computes what lost disputes without movements took from `reported`, less what the payer got. */
function returnedByDecision(disputes: readonly KnownReversal[], reported: Money, currency: Money['currency']): Money {
  const decided = disputes.flatMap(({ movements = [], status, amount, refunded }) =>
    movements.length === 0 && status === 'lost' && amount && refunded ? [{ amount, refunded }] : [],
  );
  const amounts = decided.map(({ amount }) => amount);
  const refunds = decided.map(({ refunded }) => refunded);
  const withdrawn = smaller(sum(amounts, currency), reported);
  return larger(subtract(withdrawn, sum(refunds, currency)), zero(currency));
}

/** Subtracts returned money from what `reversals` have taken. Returns the money that is left over. */
function applyReturn(taken: Map<string, Money>, returned: Money, reversals: readonly KnownReversal[]): Money {
  let left = returned;
  for (const { reversalId, kind } of reversals) {
    const before = taken.get(reversalId);
    if (kind !== 'dispute' || !before || before.amountMinor <= 0) continue;
    const used = smaller(left, before);
    left = subtract(left, used);
    taken.set(reversalId, subtract(before, used));
  }
  return left;
}

/** Adds up the amounts of active reversals. */
const amountOf = (reversals: readonly KnownReversal[], currency: Money['currency']): Money =>
  sum(
    reversals.flatMap(({ status, amount }) => (isActive(status) && amount ? [amount] : [])),
    currency,
  );

const listsOnlyReturns = ({ movements = [] }: KnownReversal): boolean =>
  movements.length > 0 && !movements.some(isWithdrawal);

const isWithdrawal = ({ amountMinor }: Money): boolean => amountMinor < 0;

const larger = (one: Money, other: Money): Money => money(Math.max(one.amountMinor, other.amountMinor), one.currency);

const smaller = (one: Money, other: Money): Money => money(Math.min(one.amountMinor, other.amountMinor), one.currency);
