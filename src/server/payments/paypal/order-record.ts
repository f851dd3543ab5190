import type { DonationRecord, RecordReading } from '#domain/payment/donation-record.ts';
import type { Money } from '#domain/money/money.ts';
import { decodeRecord, encodeRecord } from '../rebuild/record-text.ts';
import { toSdkMoney } from './wire-shapes.ts';

/**
 * The fields in which PayPal stores a donation's record: `custom_id`, which each capture repeats, and the items of the order.
 */
interface RecordFields {
  readonly customId: string;
  readonly items: readonly {
    readonly name: string;
    readonly unitAmount: ReturnType<typeof toSdkMoney>;
    readonly quantity: '1';
    readonly sku?: string;
    readonly description?: string;
  }[];
}

/** PayPal's limits. Descriptions are shown to the payer, so they are used last. */
const customIdMax = 127;
const skuMax = 127;
const descriptionMax = 2048;
const nameMax = 127;

/**
 * Divides a record among `custom_id` and the items: the donation, and the fee unless it is zero. Throws RangeError if the
 * record is too long.
 */
export function recordFields(record: DonationRecord, charityName: string): RecordFields {
  const { subtotal, serviceFee } = record.charge;
  const lines: readonly (readonly [name: string, amount: Money])[] = [
    [`Donation to ${charityName}`.slice(0, nameMax), subtotal],
    ...(serviceFee.amountMinor > 0 ? [['Service fee (10%)', serviceFee] as const] : []),
  ];
  const text = encodeRecord(record);
  const sizes = [customIdMax, ...lines.map(() => skuMax), ...lines.map(() => descriptionMax)];
  const starts = sizes.map((_, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
  const [customId = '', ...parts] = sizes.map((size, index) => text.slice(starts[index], (starts[index] ?? 0) + size));
  if (customId.length + parts.join('').length < text.length)
    throw new RangeError(`the record of ${record.intentId} is too long for PayPal`);
  const items = lines.map(([name, amount], line) => {
    const [sku, description] = [parts[line], parts[lines.length + line]];
    return {
      name,
      unitAmount: toSdkMoney(amount),
      quantity: '1' as const,
      ...(sku ? { sku } : {}),
      ...(description ? { description } : {}),
    };
  });
  return { customId, items };
}

/** The fields of an item that hold a part of the record. */
interface StoredItem {
  readonly sku?: string | undefined;
  readonly description?: string | undefined;
}

/** The record of an order; undefined for an order without donation data, or from before records were written. */
export function recordInOrder(
  customId: string | undefined,
  items: readonly StoredItem[] = [],
): RecordReading | undefined {
  if (customId === undefined || !customId.includes(' ')) return undefined;
  const parts = [...items.map(({ sku }) => sku), ...items.map(({ description }) => description)];
  return decodeRecord([customId, ...parts].join(''));
}
