import type { Price } from '#domain/donation/pricing.ts';
import { add, isSameMoney, money, sum } from '#domain/money/money.ts';

/**
 * A donation as we write it at the provider before it is paid. The record has everything that the intent stores, so that the
 * intent can be rebuilt if the database is lost. About the person it has only the user's id and the time zone.
 */
export interface DonationRecord {
  /** The installation that wrote the record; null in records from before installations had ids. */
  readonly installationId: string | null;
  readonly intentId: string;
  readonly donationId: string;
  /** The user who was signed in at checkout; null for a guest. */
  readonly donorId: string | null;
  readonly charityId: number;
  /** The name that the donor saw. After a restore, another charity may have the id. Null in records without a name. */
  readonly charityName: string | null;
  readonly label: string;
  /** Empty for a custom amount. */
  readonly items: readonly RecordedItem[];
  readonly meals: number;
  /** The price in the base currency. */
  readonly price: Price;
  readonly charge: Price;
  readonly exchangeRate: string;
  readonly ratesSetOn: string;
  readonly timeZone: string;
  /** The time at which the intent was created, or the donor agreed to the plan's terms. */
  readonly madeAt: Date;
  /** The plan and terms of a monthly donation. The first terms have number 1. */
  readonly plan: { readonly planId: string; readonly termsNumber: number } | undefined;
}

/** A snack of the stack. Its name is not recorded, because the catalogue has it. */
export interface RecordedItem {
  readonly id: number;
  readonly quantity: number;
  /** The price of one snack, in minor units of the base currency. */
  readonly priceMinor: number;
  readonly meals: number;
}

/** A record that the provider returned; `unreadable` if it was changed at the provider or written by a newer version. */
export type RecordReading = DonationRecord | 'unreadable';

/** Returns true if the parts of a record add up: each price, and the items with their meals. */
export function addsUp({ price, charge, items, meals }: DonationRecord): boolean {
  if (!isPrice(price) || !isPrice(charge)) return false;
  if (items.length === 0) return true;
  const { currency } = price.subtotal;
  const subtotal = sum(
    items.map(({ priceMinor, quantity }) => money(priceMinor * quantity, currency)),
    currency,
  );
  const itemMeals = items.reduce((count, item) => count + item.meals * item.quantity, 0);
  return isSameMoney(subtotal, price.subtotal) && itemMeals === meals;
}

const isPrice = ({ subtotal, serviceFee, total }: Price): boolean =>
  isSameMoney(add(subtotal, serviceFee), total) && subtotal.amountMinor > 0 && serviceFee.amountMinor >= 0;
