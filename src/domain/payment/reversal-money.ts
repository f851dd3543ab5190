import { money, negate, subtract, sum, zero, type Money } from '#domain/money/money.ts';
import { isActive, type ReversalFact, type ReversalKind } from './reversal.ts';

/** A refund or dispute of a payment. All amounts are in the currency of the charge. */
export interface KnownReversal {
  readonly reversalId: string;
  readonly kind: ReversalKind;
  readonly status: ReversalFact;
  readonly amount: Money;
  /** What the provider lists as movements of our balance; undefined when the status and amount alone say what was taken. */
  readonly movements: readonly Money[] | undefined;
}

/**
 * What each reversal of one payment has taken from our balance and not given back, by reversal id. It depends on all that is
 * known and not on the order in which it became known.
 *
 * A dispute's money is the sum of its movements. PayPal reports a withdrawal twice: as a reversed capture, without
 * movements, and in the dispute. The reversed capture counts only for what no dispute of the payment explains: for nothing
 * once the dispute lists the withdrawal or, without listing any movement, was decided for us.
 */
export function moneyTaken(
  reversals: readonly KnownReversal[],
  currency: Money['currency'],
): ReadonlyMap<string, Money> {
  const taken = new Map<string, Money>();
  const disputes = disputesOf(reversals, currency);
  let explained = explainedBy(disputes);
  let usedCredits = zero(currency);
  for (const { reversalId, kind, status, amount, movements } of reversals) {
    if (movements) continue;
    const reported = isActive(status) ? amount : zero(currency);
    const covered = kind === 'dispute' ? smaller(reported, explained) : zero(currency);
    explained = subtract(explained, covered);
    if (disputes.debits.amountMinor === 0) usedCredits = sum([usedCredits, covered], currency);
    taken.set(reversalId, subtract(reported, covered));
  }
  for (const { reversalId, movements } of reversals) {
    if (!movements) continue;
    const net = negate(sum(movements, currency));
    const used = net.amountMinor < 0 ? smaller(negate(net), usedCredits) : zero(currency);
    usedCredits = subtract(usedCredits, used);
    taken.set(reversalId, sum([net, used], currency));
  }
  return taken;
}

/** Whether money came back to us that, as far as we know, never left: a message or a movement is still missing. */
export function returnsUnknownMoney(reversals: readonly KnownReversal[], currency: Money['currency']): boolean {
  const { debits, credits } = disputesOf(reversals, currency);
  const isReported = reversals.some(({ kind, status, movements }) => {
    return kind === 'dispute' && movements === undefined && isActive(status);
  });
  return credits.amountMinor > 0 && debits.amountMinor === 0 && !isReported;
}

interface Disputes {
  readonly debits: Money;
  readonly credits: Money;
  readonly isWonWithoutMovements: boolean;
}

function disputesOf(reversals: readonly KnownReversal[], currency: Money['currency']): Disputes {
  const listed = reversals.flatMap(({ movements }) => movements ?? []);
  return {
    debits: negate(sum(listed.filter(isDebit), currency)),
    credits: sum(
      listed.filter((movement) => !isDebit(movement)),
      currency,
    ),
    isWonWithoutMovements: reversals.some(({ movements, status }) => movements?.length === 0 && status === 'returned'),
  };
}

const isDebit = ({ amountMinor }: Money): boolean => amountMinor < 0;

/** How much of the reversed captures the disputes explain. */
function explainedBy({ debits, credits, isWonWithoutMovements }: Disputes): Money {
  if (debits.amountMinor > 0) return debits;
  return credits.amountMinor === 0 && isWonWithoutMovements
    ? money(Number.MAX_SAFE_INTEGER, credits.currency)
    : credits;
}

const smaller = (one: Money, other: Money): Money => (one.amountMinor < other.amountMinor ? one : other);
