import type { Price } from '#domain/donation/pricing.ts';
import { add, money, shareOf, subtract, zero, type Money } from '#domain/money/money.ts';
import type { ReversalKind } from './reversal.ts';

/** The parts of the money that a reversal has taken. `subtotal`, `serviceFee` and `loss` add up to `total`. */
export interface ReversedParts extends Price {
  /** The part beyond what was left of the charge. Negative if more came back than had been taken. */
  readonly loss: Money;
}

/** The money that a reversal has taken, less what came back. */
export interface TakenMoney {
  readonly reversalId: string;
  readonly kind: ReversalKind;
  readonly taken: Money;
}

/**
 * Splits what the reversals of one payment have taken into donation, fee and loss, by reversal id. Refunds come first, then
 * disputes, each kind in the given order. Each takes what is left of the charge; the rest is a loss. So money that comes
 * back lowers the loss first, then restores the charge. Rounding is cumulative: a charge that is reversed in any number of
 * steps is reversed exactly, and no part of it is negative or reversed twice. Amounts are in the charge's currency.
 */
export function reversedParts(charge: Price, reversals: readonly TakenMoney[]): ReadonlyMap<string, ReversedParts> {
  const parts = new Map<string, ReversedParts>();
  let before = zero(charge.total.currency);
  for (const kind of ['refund', 'dispute'] as const) {
    for (const reversal of reversals) {
      if (reversal.kind !== kind) continue;
      const split = splitTaken(charge, before, reversal.taken);
      parts.set(reversal.reversalId, split);
      before = add(before, subtract(split.total, split.loss));
    }
  }
  return parts;
}

function splitTaken(charge: Price, before: Money, taken: Money): ReversedParts {
  const left = subtract(charge.total, before);
  const borne = money(Math.min(Math.max(taken.amountMinor, 0), left.amountMinor), left.currency);
  const subtotal = subtract(
    shareOf(charge.subtotal, add(before, borne), charge.total),
    shareOf(charge.subtotal, before, charge.total),
  );
  return { subtotal, serviceFee: subtract(borne, subtotal), loss: subtract(taken, borne), total: taken };
}
