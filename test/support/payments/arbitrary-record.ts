import * as fc from 'fast-check';
import { priceOf } from '#domain/donation/pricing.ts';
import { currencies, isCurrencyCode } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import type { DonationRecord, RecordedItem } from '#domain/payment/donation-record.ts';
import type { IdPrefix } from '#server/ids.ts';

/** Returns the record of a donation of one coffee (US$3.50), charged in Canadian dollars; any part can be replaced. */
export const coffeeRecord = (changes: Partial<DonationRecord> = {}): DonationRecord => ({
  installationId: null,
  intentId: 'int_00000000000000000000000001',
  donationId: 'don_00000000000000000000000001',
  donorId: null,
  charityId: 6,
  charityName: null,
  label: 'Coffee',
  items: [{ id: 1, quantity: 1, priceMinor: 350, meals: 3 }],
  meals: 3,
  price: { subtotal: money(350, 'USD'), serviceFee: money(35, 'USD'), total: money(385, 'USD') },
  charge: { subtotal: money(476, 'CAD'), serviceFee: money(48, 'CAD'), total: money(524, 'CAD') },
  exchangeRate: '1.36',
  ratesSetOn: '2026-11-21',
  timeZone: 'America/Toronto',
  madeAt: new Date('2026-11-22T12:00:00.123Z'),
  plan: undefined,
  ...changes,
});

const anyId = (prefix: IdPrefix) =>
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz'), minLength: 26, maxLength: 26 })
    .map((text) => `${prefix}_${text}`);

const anyItem: fc.Arbitrary<RecordedItem> = fc.record({
  id: fc.integer({ min: 1, max: 999_999 }),
  quantity: fc.integer({ min: 1, max: 100 }),
  priceMinor: fc.integer({ min: 1, max: 999_999 }),
  meals: fc.integer({ min: 1, max: 9999 }),
});

/** The smallest donation is US$1.00, which is £0.78. Its fee is never zero. */
const smallestMinor = 78;

const anyPrice = fc
  .constantFrom(...Object.keys(currencies).filter(isCurrencyCode))
  .chain((currency) =>
    fc.integer({ min: smallestMinor, max: 1_600_000_000 }).map((amountMinor) => priceOf(money(amountMinor, currency))),
  );

const anyName = (maxLength: number) =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength }).filter((text) => !text.includes('\0'));

/** Any record: up to 100 kinds of snacks, every currency, names in any script. */
export const anyRecord: fc.Arbitrary<DonationRecord> = fc.record({
  installationId: fc.option(anyId('ins')),
  intentId: anyId('int'),
  donationId: anyId('don'),
  donorId: fc.option(anyId('usr')),
  charityId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  charityName: fc.option(anyName(60)),
  label: anyName(100),
  items: fc.array(anyItem, { maxLength: 100, size: 'max' }),
  meals: fc.integer({ min: 0, max: 10_000_000 }),
  price: fc.integer({ min: 100, max: 1_000_000 }).map((amountMinor) => priceOf(money(amountMinor, 'USD'))),
  charge: anyPrice,
  exchangeRate: fc.constantFrom('1', '1.36', '1550', '0.78'),
  ratesSetOn: fc.constant('2026-11-21'),
  timeZone: fc.constantFrom('UTC', 'America/Toronto', 'America/Argentina/ComodRivadavia'),
  madeAt: fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
  plan: fc.option(fc.record({ planId: anyId('pln'), termsNumber: fc.integer({ min: 1, max: 9999 }) }), {
    nil: undefined,
  }),
});
