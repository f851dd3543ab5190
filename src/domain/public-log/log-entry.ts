import { asciiBytes, joinBytes } from './bytes.ts';

/** What a leaf commits to. Amounts are decimals in `currency`, instants and days in UTC. Nothing in it identifies a person. */
export type LogEntry = DonationEntry | ReversalEntry | PayoutEntry | PayoutReturnEntry;

interface CharityOfEntry {
  /** The charity's id. */
  readonly charity: number;
  /** Its name on that day. */
  readonly charityName: string;
}

export interface DonationEntry extends CharityOfEntry {
  readonly kind: 'donation';
  /** The donation's id. */
  readonly donation: string;
  readonly currency: string;
  /** What the charity gets. */
  readonly amount: string;
  readonly serviceFee: string;
  readonly total: string;
  readonly paidAt: string;
}

/** What a refund or dispute took of a donation; negative when it came back. */
export interface ReversalEntry extends CharityOfEntry {
  readonly kind: 'refund' | 'dispute';
  readonly donation: string;
  readonly currency: string;
  /** What it took of the charity's part. */
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
  /** The donations and reversals that it covers: how many leaves, and the Merkle tree hash of their sorted commitments. */
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

/** The text that is hashed: JSON in ASCII, so that every program reads the same bytes. */
export const entryText = (entry: LogEntry): string =>
  JSON.stringify({ version: 1, ...entry }).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The kind of an entry, if its text is JSON with the fields that every donation or reversal has. */
export function readDonationEntry(text: string): DonationEntry | ReversalEntry | undefined {
  const entry = parseObject(text);
  if (entry?.['version'] !== 1) return undefined;
  const { kind, charity } = entry;
  const texts = ['donation', 'charityName', 'currency', 'amount', 'serviceFee', 'total'].map((name) => entry[name]);
  const at = kind === 'donation' ? entry['paidAt'] : entry['reversedAt'];
  const isComplete = typeof charity === 'number' && [...texts, at].every((value) => typeof value === 'string');
  if (!isComplete || (kind !== 'donation' && kind !== 'refund' && kind !== 'dispute')) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its fields were checked above
  return entry as unknown as DonationEntry | ReversalEntry;
}

/** What a payout's entry covers, if its text is that of a payout. */
export function readPayoutEntry(text: string): PayoutEntry | undefined {
  const entry = parseObject(text);
  if (entry?.['version'] !== 1 || entry['kind'] !== 'payout') return undefined;
  const texts = ['payout', 'batch', 'charityName', 'currency', 'amount', 'paidOn', 'reference'];
  const covers = entry['covers'];
  const isComplete =
    texts.every((name) => typeof entry[name] === 'string') &&
    typeof covers === 'object' &&
    covers !== null &&
    'leaves' in covers &&
    Number.isSafeInteger(covers.leaves) &&
    'rootHash' in covers &&
    typeof covers.rootHash === 'string';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its fields were checked above
  return isComplete ? (entry as unknown as PayoutEntry) : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object's fields are unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // not JSON
  }
}

export const saltBytes = 32;

/** The bytes whose SHA-256 is the commitment to an entry. Without the salt, an entry could be guessed from its commitment. */
export const committedBytes = (salt: Uint8Array, text: string): Uint8Array =>
  joinBytes(asciiBytes('donation-log entry v1\n'), salt, asciiBytes(text));
