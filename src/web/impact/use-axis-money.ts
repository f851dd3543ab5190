import { baseCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import { useMoneyFormat } from '#web/country/index.ts';

/** Returns a function that formats cents for a chart, without decimals if they are zero: `$12`, `$12.50`. */
export function useAxisMoney(): (cents: number) => string {
  const formatMoney = useMoneyFormat();
  return (cents) => formatMoney(money(cents, baseCurrency)).replace(/\.00$/, '');
}
