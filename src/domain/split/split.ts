import { add, basisPointsOf, isSameMoney, money, subtract, type Money } from '#domain/money/money.ts';

/** The terms of a provider's fee for a payment: a share of it in hundredths of a percent, and a fixed part. */
export interface FeeTerms {
  readonly basisPoints: number;
  readonly fixed: Money;
}

/**
 * Returns the expected fee of a provider for a payment, at most the whole payment. Returns undefined if the payment is not in the
 * currency of the fixed part: then only the provider knows the fee.
 */
export function expectedFee({ basisPoints, fixed }: FeeTerms, total: Money): Money | undefined {
  if (fixed.currency !== total.currency) return undefined;
  return smaller(add(basisPointsOf(total, basisPoints), fixed), total);
}

/** The parts of the provider's fee and of the service fee that covers it. All amounts are zero or more, in one currency. */
export interface FeeCover {
  /** The provider's fee. `fromServiceFee` and `added` add up to it. */
  readonly fee: Money;
  /** `fromServiceFee` and `left` add up to the service fee. */
  readonly fromServiceFee: Money;
  /** The rest of the service fee, for running the site. */
  readonly left: Money;
  /** The amount that the product adds if the service fee is too small, so that the charity still gets its full subtotal. */
  readonly added: Money;
}

/** Divides the fees. Returns undefined if the fee is in another currency, because a provider can convert what it holds for us. */
export function coverFee(serviceFee: Money, fee: Money): FeeCover | undefined {
  if (fee.currency !== serviceFee.currency) return undefined;
  const fromServiceFee = smaller(fee, serviceFee);
  return { fee, fromServiceFee, left: subtract(serviceFee, fromServiceFee), added: subtract(fee, fromServiceFee) };
}

/** Returns true if two fees are known and differ. */
export const feesDiffer = (one: Money | undefined, other: Money | undefined): boolean =>
  one !== undefined && other !== undefined && !isSameMoney(one, other);

const smaller = (one: Money, other: Money): Money => money(Math.min(one.amountMinor, other.amountMinor), one.currency);
