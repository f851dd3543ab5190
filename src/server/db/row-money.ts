import * as z from 'zod/mini';
import type { Price } from '#domain/donation/pricing.ts';
import { isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import type { FrozenMoney } from './tables/donation.ts';

/** Returns the frozen price of an intent, donation or plan in the base currency. */
export const basePriceOf = (row: Pick<FrozenMoney, 'amount_minor' | 'service_fee_minor' | 'currency'>): Price => ({
  subtotal: money(row.amount_minor, row.currency),
  serviceFee: money(row.service_fee_minor, row.currency),
  total: money(row.amount_minor + row.service_fee_minor, row.currency),
});

/** Returns the frozen charge of an intent, donation or plan. */
export const chargeOf = (row: ChargeColumns): Price => ({
  subtotal: money(row.charge_subtotal_minor, row.charge_currency),
  serviceFee: money(row.charge_service_fee_minor, row.charge_currency),
  total: money(row.charge_total_minor, row.charge_currency),
});

export type ChargeColumns = Pick<
  FrozenMoney,
  'charge_subtotal_minor' | 'charge_service_fee_minor' | 'charge_total_minor' | 'charge_currency'
>;

/** Parses a currency in stored JSON: the payload of an outbox job or approval, or a donation's record. */
export const storedCurrency = z.custom<CurrencyCode>((value) => typeof value === 'string' && isCurrencyCode(value));
