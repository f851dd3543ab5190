import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { toHex } from '#domain/public-log/bytes.ts';
import { committedBytes, entryText, type DonationEntry, type LogEntry } from '#domain/public-log/log-entry.ts';
import { payoutProofFormat, type PayoutProof } from '#domain/public-log/payout-proof.ts';
import { receiptProofFormat, type InclusionEvidence, type ReceiptProof } from '#domain/public-log/receipt-proof.ts';
import { headBytes, promiseBytes } from '#domain/public-log/signed-texts.ts';

/*
 * Proofs signed with the test's own key. Anyone who knows the format can create them, with any entry, and they hold.
 */

const hash = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const rawKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const salt = hash(Buffer.from('salt'));
const commitmentTo = (text: string): Buffer => hash(committedBytes(salt, text));
const leafOf = (text: string): Buffer => hash(Buffer.of(0), commitmentTo(text));
const signatureOf = (message: Uint8Array): string => toHex(sign(null, message, privateKey));

export const ownKeyId = toHex(hash(rawKey)).slice(0, 16);

/** The response of `GET /api/log/keys` if the public log signed with the test's key. */
export const ownLogKeys = {
  keys: [
    {
      keyId: ownKeyId,
      publicKey: toHex(rawKey),
      createdAt: '2026-03-01T12:00:00.000Z',
      previousKeyId: null,
      succession: null,
      reason: null,
    },
  ],
};

export const coffee: DonationEntry = {
  kind: 'donation',
  donation: 'don_1',
  charity: 6,
  charityName: 'Food banks across Canada',
  currency: 'CAD',
  amount: '4.76',
  serviceFee: '0.48',
  total: '5.24',
  paidAt: '2026-03-04T12:00:00.000Z',
};

/** Creates a proof that an entry is the only leaf of a log. `changes` replaces fields of the entry with any value. */
export const ownReceiptProof = (changes: object = {}): ReceiptProof & { readonly evidence: InclusionEvidence } => ({
  format: receiptProofFormat,
  ...included(entryText({ ...coffee, ...changes })),
});

/** Creates a proof whose evidence is a promise to include the entry. */
export function ownPromise(): ReceiptProof {
  const entry = entryText(coffee);
  const promise = { includedBy: '2026-03-05T12:00:00.000Z', keyId: ownKeyId };
  const signature = signatureOf(promiseBytes({ ...promise, commitment: toHex(commitmentTo(entry)) }));
  return { ...ownReceiptProof(), entry, evidence: { kind: 'promise', ...promise, signature } };
}

/** Creates a proof that a payout, the only leaf of a log, names a donation. The donation's path has `siblings` hashes. */
export function ownPayoutProof({
  donation = {},
  payout = {},
  siblings = 1,
}: { readonly donation?: object; readonly payout?: object; readonly siblings?: number } = {}): PayoutProof {
  const entry = entryText({ ...coffee, ...donation });
  const hashes = Array.from({ length: siblings }, (_, index) => hash(Buffer.of(index)));
  const root = hashes.reduce((left, right) => hash(Buffer.of(1), left, right), leafOf(entry));
  const payoutEntry = {
    kind: 'payout',
    payout: 'pay_1',
    batch: 'bat_1',
    charity: 6,
    charityName: 'Food banks across Canada',
    currency: 'CAD',
    amount: '7.14',
    paidOn: '2026-03-24',
    reference: 'BANK-1',
    covers: { leaves: 2 ** siblings, rootHash: toHex(root) },
    ...payout,
  };
  return {
    format: payoutProofFormat,
    donation: { entry, salt: toHex(salt) },
    covered: { leafIndex: 0, hashes: hashes.map(toHex) },
    payout: included(entryText(payoutEntry as LogEntry)),
  };
}

function included(entry: string): PayoutProof['payout'] {
  const head = {
    treeSize: 1,
    rootHash: toHex(leafOf(entry)),
    signedAt: '2026-03-24T12:00:20.000Z',
    keyId: ownKeyId,
  };
  return {
    entry,
    salt: toHex(salt),
    publicKey: toHex(rawKey),
    evidence: {
      kind: 'inclusion',
      leafIndex: 0,
      hashes: [],
      head: { ...head, signature: signatureOf(headBytes(head)) },
    },
  };
}
