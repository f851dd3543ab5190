import { isCurrencyCode } from '#domain/money/currency.ts';
import { formatWithCode } from '#domain/money/format.ts';
import { fromDecimal } from '#domain/money/money.ts';

/** Formats an amount from a response with its currency. An amount or currency that this page cannot read is shown as sent. */
export function formatDecimal(amount: number, currency: string): string {
  const known = isCurrencyCode(currency) ? fromDecimal(amount, currency) : undefined;
  return known ? formatWithCode(known) : `${amount} ${currency}`;
}
