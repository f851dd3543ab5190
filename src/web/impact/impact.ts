import type { ImpactAnswer } from '#contract/donor.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { fromDecimal, type Money } from '#domain/money/money.ts';

/** What all of a donor's donations come to (spec 3, Impact summary). */
export interface Impact {
  /** Everything given, without fees, in US dollars. */
  readonly totalDonated: Money;
  readonly totalMeals: number;
  readonly donationsCount: number;
  readonly charitiesSupported: number;
}

/** An impact as it came over the wire. Throws RangeError for an amount finer than a cent. */
export function toImpact(answer: ImpactAnswer): Impact {
  const totalDonated = fromDecimal(answer.totalDonated, baseCurrency);
  if (!totalDonated) throw new RangeError(`${answer.totalDonated} is no amount: finer than a cent`);
  return { ...answer, totalDonated };
}
