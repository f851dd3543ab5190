import { baseCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import { useMoneyFormat } from '#web/country/index.ts';

/** Writes a chart's value, which is in cents, without the cents when they are zero: `$12`, `$12.50`. */
export function useAxisMoney(): (cents: number) => string {
  const formatMoney = useMoneyFormat();
  return (cents) => formatMoney(money(cents, baseCurrency)).replace(/\.00$/, '');
}
