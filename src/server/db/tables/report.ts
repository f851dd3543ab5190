import type { CurrencyCode } from '#domain/money/currency.ts';

/**
 * The sums of donations and of their reversals. Money that comes back later, such as after a dispute that we win, counts as a
 * negative `…_reversed`.
 */
export interface DonationSums {
  donations: number;
  /** How many donations have nothing remaining. */
  donations_reversed: number;
  /** By the factors that were frozen with the donations. */
  meals: number;
  meals_reversed: number;
  /** In the base currency, as frozen with the donations, without the service fee. */
  amount_minor: number;
  amount_reversed_minor: number;
  /** In the currency of the charge, without the service fee. */
  charge_minor: number;
  charge_reversed_minor: number;
  service_fees_minor: number;
  service_fees_reversed_minor: number;
}

/** The sums that a finished day posted for donations to a charity, charged in a currency. */
export interface DailyDonationsRow extends DonationSums {
  /** In UTC, by posting time. */
  day: string;
  /** The month in which the donations were settled, YYYY-MM. A reversal can be posted much later. */
  given_month: string;
  charity_id: number;
  currency: CurrencyCode;
}
