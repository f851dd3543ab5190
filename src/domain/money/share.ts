import { money, type Money } from './money.ts';
import { divideHalfAwayFromZero } from './rounding.ts';

/** `amount` × `part` / `whole`, rounded half away from zero to the minor unit. `whole` is not zero. */
export function shareOf(amount: Money, part: Money, whole: Money): Money {
  const scaled = BigInt(amount.amountMinor) * BigInt(part.amountMinor);
  return money(Number(divideHalfAwayFromZero(scaled, BigInt(whole.amountMinor))), amount.currency);
}
