import { add, basisPointsOf, isSameMoney, money, subtract, type Money } from '#domain/money/money.ts';

/** What a provider charges for a payment: a share of it in hundredths of a percent, and a fixed part. */
export interface FeeTerms {
  readonly basisPoints: number;
  readonly fixed: Money;
}

/**
 * What a provider is expected to keep of a payment, at most all of it. Undefined when the payment is not in the currency of the
 * fixed part: then only the provider knows.
 */
export function expectedFee({ basisPoints, fixed }: FeeTerms, total: Money): Money | undefined {
  if (fixed.currency !== total.currency) return undefined;
  return smaller(add(basisPointsOf(total, basisPoints), fixed), total);
}

/** How much of the provider's fee the service fee covers. All amounts are zero or more, in one currency. */
export interface FeeCover {
  /** What the provider keeps; `fromServiceFee` and `added` add up to it. */
  readonly fee: Money;
  /** `fromServiceFee` and `left` add up to the service fee. */
  readonly fromServiceFee: Money;
  /** What is left of the service fee for running the site. */
  readonly left: Money;
  /** What the product adds where the service fee is too small, so that the charity still gets its full subtotal. */
  readonly added: Money;
}

/** Undefined when the fee is in another currency, as at a provider that converts what it holds for us. */
export function coverFee(serviceFee: Money, fee: Money): FeeCover | undefined {
  if (fee.currency !== serviceFee.currency) return undefined;
  const fromServiceFee = smaller(fee, serviceFee);
  return { fee, fromServiceFee, left: subtract(serviceFee, fromServiceFee), added: subtract(fee, fromServiceFee) };
}

/** Returns true if two fees are known and differ. */
export const feesDiffer = (one: Money | undefined, other: Money | undefined): boolean =>
  one !== undefined && other !== undefined && !isSameMoney(one, other);

const smaller = (one: Money, other: Money): Money => money(Math.min(one.amountMinor, other.amountMinor), one.currency);
