import type { Price } from '#domain/donation/pricing.ts';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';

/** The columns in which an intent or a donation keeps what the card is charged. */
export interface ChargeColumns {
  readonly charge_subtotal_minor: number;
  readonly charge_service_fee_minor: number;
  readonly charge_total_minor: number;
  readonly charge_currency: string;
}

/** The charge of an intent or donation as it was frozen. Throws TypeError when the row names a currency we never wrote. */
export function chargeOf(row: ChargeColumns): Price {
  const currency = row.charge_currency;
  if (!isCurrencyCode(currency)) throw new TypeError(`${currency} is no currency of ours`);
  return {
    subtotal: money(row.charge_subtotal_minor, currency),
    serviceFee: money(row.charge_service_fee_minor, currency),
    total: money(row.charge_total_minor, currency),
  };
}
