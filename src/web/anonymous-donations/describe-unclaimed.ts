import { formatCount, formatCountOf } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';
import type { AnonymousTotals } from './anonymous-donation.ts';

/** Describes the unclaimed donations that this browser has stored. */
export function describeUnclaimed(
  { donations, amount, meals }: AnonymousTotals,
  format: (amount: Money) => string,
): string {
  const figures = `${format(amount)}, ${formatCountOf(meals, 'meal')}`;
  return donations === 1
    ? `There's an unclaimed donation on this device (${figures}).`
    : `There are ${formatCount(donations)} unclaimed donations on this device (${figures}).`;
}
