import type { Price } from '#domain/donation/pricing.ts';
import { money, type Money } from '#domain/money/money.ts';
import { moneyTaken, type KnownReversal } from '#domain/payment/reversal-money.ts';
import { isActive } from '#domain/payment/reversal.ts';
import type { ReversalMovementRow, ReversalRow } from '#server/db/tables.ts';

/** A reversal that cannot be booked, because it contradicts the charge or the other reversals. */
export interface ImpossibleReversal {
  readonly reversal: ReversalRow;
  readonly reason: 'other_amount' | 'other_currency' | 'sums_differ';
}

interface ChosenReversals {
  /** The net amount that each reversal has taken. An impossible reversal keeps its amount in the ledger. */
  readonly taken: ReadonlyMap<string, Money>;
  readonly impossible: readonly ImpossibleReversal[];
}

/** Decides what the reversals of a payment have taken from us, and which of them cannot be true. */
export function chooseReversals(
  reversals: readonly ReversalRow[],
  movements: ReadonlyMap<string, readonly ReversalMovementRow[]>,
  { total }: Price,
): ChosenReversals {
  const { currency } = total;
  const movementsOf = ({ reversal_id: id }: ReversalRow) => movements.get(id) ?? [];
  const impossible: ImpossibleReversal[] = [
    ...reversals
      .filter((reversal) => isInOtherCurrency(reversal, movementsOf(reversal), currency))
      .map((reversal) => ({ reversal, reason: 'other_currency' as const })),
    ...excessRefunds(
      reversals.filter((refund) => refund.kind === 'refund' && refund.currency === currency),
      total,
    ),
  ];
  const isPossible = (reversal: ReversalRow): boolean => !impossible.some((other) => other.reversal === reversal);
  const known = reversals
    .filter(isPossible)
    .map((reversal) => toKnownReversal(reversal, movementsOf(reversal), currency));
  const { taken: possible, unexplained } = moneyTaken(known, currency);
  for (const reversal of reversals) {
    if (unexplained.includes(reversal.reversal_id)) impossible.push({ reversal, reason: 'sums_differ' });
  }
  const taken = new Map(possible);
  for (const { reversal } of impossible) taken.set(reversal.reversal_id, money(reversal.taken_minor, currency));
  return { taken, impossible };
}

/** Returns true if a reversal moved money in another currency. An inquiry moves none, so it may be in any currency. */
const isInOtherCurrency = (
  reversal: ReversalRow,
  movements: readonly ReversalMovementRow[],
  currency: Money['currency'],
): boolean =>
  movements.length > 0
    ? movements.some((movement) => movement.currency !== currency)
    : isActive(reversal.status) && reversal.currency !== currency;

/** Finds the refunds that exceed the charge together with the others. Refunds that are already posted count first. */
function excessRefunds(refunds: readonly ReversalRow[], total: Money): ImpossibleReversal[] {
  const excess: ImpossibleReversal[] = [];
  let leftMinor = total.amountMinor;
  for (const refund of refunds.toSorted((one, other) => other.is_active - one.is_active)) {
    if (!isActive(refund.status)) continue;
    if (refund.amount_minor > leftMinor) excess.push({ reversal: refund, reason: 'other_amount' });
    else leftMinor -= refund.amount_minor;
  }
  return excess;
}

const toKnownReversal = (
  reversal: ReversalRow,
  movements: readonly ReversalMovementRow[],
  currency: Money['currency'],
): KnownReversal => ({
  reversalId: reversal.reversal_id,
  kind: reversal.kind,
  status: reversal.status,
  amount: reversal.currency === currency ? money(reversal.amount_minor, currency) : undefined,
  refunded:
    reversal.currency === currency && reversal.refunded_minor !== null
      ? money(reversal.refunded_minor, currency)
      : undefined,
  movements:
    reversal.is_itemized === 1 ? movements.map(({ amount_minor: minor }) => money(minor, currency)) : undefined,
});
