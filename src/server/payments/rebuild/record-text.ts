import * as z from 'zod/mini';
import { isTimeZone } from '#domain/donation/calendar-day.ts';
import type { Price } from '#domain/donation/pricing.ts';
import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import type { DonationRecord, RecordReading } from '#domain/payment/donation-record.ts';
import { storedCurrency } from '#server/db/row-money.ts';
import { isId, type IdPrefix } from '#server/ids.ts';
import { storableText } from '../provider-response.ts';

/*
 * A donation's record as text: `INTENT_ID 3 [fields]`. 3 is the version of the format; version 1 named no installation and
 * version 2 no charity.
 * Providers store records for years, so a format that was released stays readable: a change gets a new version. The fields
 * contain no space and no character beyond ASCII, because providers count, trim and cut other characters in their own ways.
 */

const version = '3';

/** Writes a record as one text. The provider's adapter divides it among the provider's fields. */
export function encodeRecord(record: DonationRecord): string {
  const { price, charge, plan } = record;
  const fields: z.input<typeof fieldsSchema> = [
    record.donationId,
    record.donorId,
    record.charityId,
    record.label,
    record.items.map(({ id, quantity, priceMinor, meals }) => [id, quantity, priceMinor, meals]),
    record.meals,
    minorUnits(price),
    minorUnits(charge),
    charge.total.currency,
    record.exchangeRate,
    record.ratesSetOn,
    record.timeZone,
    record.madeAt.getTime(),
    plan ? [plan.planId, plan.termsNumber] : null,
    record.installationId,
    record.charityName,
  ];
  return `${record.intentId} ${version} ${toVisibleAscii(JSON.stringify(fields))}`;
}

export function decodeRecord(text: string): RecordReading {
  const [intentId = '', writtenVersion, json = ''] = text.split(' ', 3);
  const fields = fieldsSchema.safeParse(fieldsIn(writtenVersion, json));
  return fields.success && isId('int', intentId) ? toRecord(intentId, fields.data) : 'unreadable';
}

/** Returns the intent's id, with which the text begins. */
export const intentIdIn = (text: string): string => text.split(' ', 1)[0] ?? '';

const minorUnits = ({ subtotal, serviceFee, total }: Price): [number, number, number] => [
  subtotal.amountMinor,
  serviceFee.amountMinor,
  total.amountMinor,
];

const toVisibleAscii = (json: string): string =>
  json.replace(/[^\x21-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // fieldsSchema refuses undefined
  }
}

/** The number of fields in earlier versions. */
const fieldCounts: ReadonlyMap<string | undefined, number> = new Map([
  ['1', 14],
  ['2', 15],
]);

/** Returns the fields of a known version, with null for those that were added since. */
function fieldsIn(writtenVersion: string | undefined, json: string): unknown {
  const fields = parseJson(json);
  if (writtenVersion === version) return fields;
  const known = fieldCounts.get(writtenVersion);
  if (!Array.isArray(fields) || fields.length !== known) return undefined;
  return [...(fields as unknown[]), ...Array.from({ length: fieldsSchema.def.items.length - known }, () => null)];
}

const idOf = (prefix: IdPrefix) => z.string().check(z.refine((text) => isId(prefix, text)));
/** A whole number that fits into the database's integer columns. */
const count = z.int().check(z.gte(0), z.lte(2 ** 31 - 1));
/** An amount whose product with a quantity is still exact. */
const amountMinor = z.int().check(z.gte(0), z.lte(10 ** 12));
const itemQuantity = z.int().check(z.gte(1), z.lte(1000));
const minor = z.tuple([amountMinor, amountMinor, amountMinor]);

const fieldsSchema = z.tuple([
  idOf('don'),
  z.nullable(idOf('usr')),
  count,
  storableText,
  z.array(z.tuple([count, itemQuantity, amountMinor, count])),
  count,
  minor,
  minor,
  storedCurrency,
  z.string().check(z.regex(/^\d{1,9}(\.\d{1,9})?$/)),
  z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/),
    z.refine((text) => !Number.isNaN(Date.parse(text))),
  ),
  z.string().check(z.refine(isTimeZone)),
  z.int().check(z.gte(0), z.lt(Date.UTC(10_000))), // later years are written in another form that does not sort
  z.nullable(z.tuple([idOf('pln'), count.check(z.gte(1))])),
  z.nullable(idOf('ins')),
  z.nullable(storableText),
]);

function toRecord(intentId: string, fields: z.infer<typeof fieldsSchema>): DonationRecord {
  const [
    donationId,
    donorId,
    charityId,
    label,
    items,
    meals,
    price,
    charge,
    currency,
    rate,
    setOn,
    timeZone,
    at,
    plan,
    installationId,
    charityName,
  ] = fields;
  return {
    installationId,
    intentId,
    donationId,
    donorId,
    charityId,
    charityName,
    label,
    items: items.map(([id, quantity, priceMinor, itemMeals]) => ({ id, quantity, priceMinor, meals: itemMeals })),
    meals,
    price: toPrice(price, baseCurrency),
    charge: toPrice(charge, currency),
    exchangeRate: rate,
    ratesSetOn: setOn,
    timeZone,
    madeAt: new Date(at),
    plan: plan ? { planId: plan[0], termsNumber: plan[1] } : undefined,
  };
}

const toPrice = ([subtotal, serviceFee, total]: z.infer<typeof minor>, currency: CurrencyCode): Price => ({
  subtotal: money(subtotal, currency),
  serviceFee: money(serviceFee, currency),
  total: money(total, currency),
});
