import type { DonationRecord, RecordReading } from '#domain/payment/donation-record.ts';
import type { PlanRecords } from '#server/ports/subscription-provider.ts';
import { decodeRecord, encodeRecord } from '../rebuild/record-text.ts';

/** Stripe's metadata: at most 50 keys, with at most 500 characters in each value. */
export type Metadata = Readonly<Record<string, string>>;

/** `donation`: a one-time payment, or a plan's first payment. `terms`: a plan's terms since its last change. */
type RecordName = 'donation' | 'terms';

const valueMax = 500;
const partsMax = 20; // two records and our ids stay within 50 keys

/** Divides a record among as many values as it needs: `donation`, `donation_2` and so on. Throws RangeError if it is too long. */
export function recordMetadata(name: RecordName, record: DonationRecord): Metadata {
  const text = encodeRecord(record);
  const count = Math.ceil(text.length / valueMax);
  if (count > partsMax) throw new RangeError(`the record of ${record.intentId} is too long for Stripe`);
  const parts = Array.from({ length: count }, (_, index) => text.slice(index * valueMax, (index + 1) * valueMax));
  return Object.fromEntries(parts.map((part, index) => [keyOf(name, index), part]));
}

/** Reads a record from an object's metadata; undefined if there is none. */
export function recordIn(metadata: Metadata | null | undefined, name: RecordName): RecordReading | undefined {
  const parts: string[] = [];
  for (let part = metadata?.[name]; part !== undefined; part = metadata?.[keyOf(name, parts.length)]) parts.push(part);
  return parts.length === 0 ? undefined : decodeRecord(parts.join(''));
}

/** Reads both records of a subscription or its invoice. */
export const recordsIn = (metadata: Metadata | null | undefined): PlanRecords<RecordReading | undefined> => ({
  first: recordIn(metadata, 'donation'),
  terms: recordIn(metadata, 'terms'),
});

/**
 * Returns the changes to a subscription's metadata that replace its records. Stripe deletes a key whose value is empty, so no
 * part of a longer record remains.
 */
export const recordsUpdate = (before: Metadata, { first, terms }: PlanRecords<DonationRecord>): Metadata => ({
  ...Object.fromEntries(
    Object.keys(before)
      .filter((key) => /^(donation|terms)(_\d+)?$/.test(key))
      .map((key) => [key, '']),
  ),
  ...recordMetadata('donation', first),
  ...(terms ? recordMetadata('terms', terms) : {}),
});

const keyOf = (name: RecordName, index: number): string => (index === 0 ? name : `${name}_${index + 1}`);
