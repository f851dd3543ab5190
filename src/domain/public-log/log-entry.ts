import { asciiBytes, joinBytes } from './bytes.ts';
import { isDay, isInstant } from './signed-texts.ts';
import { treeSizeMax } from './verify-tree.ts';

/** An entry to which a leaf commits. Amounts are decimals in `currency`, times are in UTC. No entry identifies a person. */
export type LogEntry = DonationEntry | ReversalEntry | PayoutEntry | PayoutReturnEntry;

interface CharityOfEntry {
  /** The charity's id. */
  readonly charity: number;
  /** The charity's name when the entry was written. */
  readonly charityName: string;
}

export interface DonationEntry extends CharityOfEntry {
  readonly kind: 'donation';
  /** The donation's id. */
  readonly donation: string;
  readonly currency: string;
  /** The amount that the charity gets. */
  readonly amount: string;
  readonly serviceFee: string;
  readonly total: string;
  readonly paidAt: string;
}

/** A refund or dispute that took back money from a donation; the amounts are negative if money was returned to us. */
export interface ReversalEntry extends CharityOfEntry {
  readonly kind: 'refund' | 'dispute';
  readonly donation: string;
  readonly currency: string;
  /** The amount taken back from the charity's part. */
  readonly amount: string;
  readonly serviceFee: string;
  readonly total: string;
  readonly reversedAt: string;
}

export interface PayoutEntry extends CharityOfEntry {
  readonly kind: 'payout';
  readonly payout: string;
  readonly batch: string;
  readonly currency: string;
  readonly amount: string;
  readonly paidOn: string;
  /** The bank's reference of the transfer. */
  readonly reference: string;
  /** The donations and reversals that it covers: the number of leaves, and the Merkle tree hash of the sorted commitments. */
  readonly covers: { readonly leaves: number; readonly rootHash: string };
}

/** The bank sent a payout back. */
export interface PayoutReturnEntry extends CharityOfEntry {
  readonly kind: 'payout_return';
  readonly payout: string;
  readonly currency: string;
  readonly amount: string;
  readonly returnedOn: string;
}

/** Returns the text that is hashed: JSON in ASCII, so that every program reads the same bytes. */
export const entryText = (entry: LogEntry): string =>
  JSON.stringify({ version: 1, ...entry }).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Reads an entry about a donation or reversal; undefined for any other text. */
export function readDonationEntry(text: string): DonationEntry | ReversalEntry | undefined {
  const entry = readEntry(text);
  const kind = entry?.['kind'];
  if (!entry || (kind !== 'donation' && kind !== 'refund' && kind !== 'dispute')) return undefined;
  const isComplete =
    isWholeNumber(entry['charity']) &&
    ['donation', 'charityName', 'currency'].every((name) => isText(entry[name])) &&
    ['amount', 'serviceFee', 'total'].every((name) => isDecimal(entry[name])) &&
    hasForm(entry[kind === 'donation' ? 'paidAt' : 'reversedAt'], isInstant);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its fields were checked above
  return isComplete ? (entry as unknown as DonationEntry | ReversalEntry) : undefined;
}

/** Reads an entry about a payout; undefined for any other text. */
export function readPayoutEntry(text: string): PayoutEntry | undefined {
  const entry = readEntry(text);
  if (entry?.['kind'] !== 'payout') return undefined;
  const covers = entry['covers'];
  const isComplete =
    isWholeNumber(entry['charity']) &&
    ['payout', 'batch', 'charityName', 'currency', 'reference'].every((name) => isText(entry[name])) &&
    isDecimal(entry['amount']) &&
    hasForm(entry['paidOn'], isDay) &&
    isObject(covers) &&
    isWholeNumber(covers['leaves']) &&
    isText(covers['rootHash']);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its fields were checked above
  return isComplete ? (entry as unknown as PayoutEntry) : undefined;
}

/** Reads the fields of an entry; undefined unless the text is a JSON object on one line of ASCII. */
function readEntry(text: string): Record<string, unknown> | undefined {
  if (!/^[\x20-\x7e]*$/.test(text)) return undefined;
  try {
    const entry: unknown = JSON.parse(text);
    return isObject(entry) && entry['version'] === 1 ? entry : undefined;
  } catch {
    return undefined; // not JSON
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const hasForm = (value: unknown, isForm: (text: string) => boolean): boolean => isText(value) && isForm(value);
const isDecimal = (value: unknown): boolean => hasForm(value, (text) => /^-?\d+(\.\d+)?$/.test(text));
const isWholeNumber = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= treeSizeMax;

export const saltBytes = 32;

/** Returns the bytes whose SHA-256 is the commitment. Without the salt, an entry could be guessed from its commitment. */
export const committedBytes = (salt: Uint8Array, text: string): Uint8Array =>
  joinBytes(asciiBytes('donation-log entry v1\n'), salt, asciiBytes(text));
