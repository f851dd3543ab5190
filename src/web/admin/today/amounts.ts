import type { MoneyInSum } from '#contract/admin/today.ts';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { formatWithCode } from '#domain/money/format.ts';
import { fromDecimal, sum } from '#domain/money/money.ts';

/** The amounts of a period, in the order in which they are shown. */
export const amountNames = {
  donations: 'Donations',
  serviceFees: 'Service fees',
  refunds: 'Refunds',
  disputes: 'Disputes',
  disputeLosses: 'Dispute losses',
  providerFees: 'Provider fees',
} as const satisfies Partial<Record<keyof MoneyInSum, string>>;

export type AmountKey = keyof typeof amountNames;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above
export const amountKeys = Object.keys(amountNames) as readonly AmountKey[];

/** Returns the sum of one amount over some periods, with its currency. */
export function totalOf(sums: readonly MoneyInSum[], key: AmountKey, currency: string): string {
  if (!isCurrencyCode(currency)) return currency;
  const amounts = sums.flatMap((period) => fromDecimal(period[key], currency) ?? []);
  return formatWithCode(sum(amounts, currency));
}
