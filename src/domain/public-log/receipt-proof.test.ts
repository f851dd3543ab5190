import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHex } from './bytes.ts';
import { committedBytes, entryText, readDonationEntry, type DonationEntry } from './log-entry.ts';
import { packProof, unpackProof } from './packed-proof.ts';
import { checkReceiptProof, type ReceiptProof } from './receipt-proof.ts';
import { headBytes, promiseBytes } from './signed-texts.ts';

const hash = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const rawKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const keyId = toHex(hash(rawKey)).slice(0, 16);
const spkiStart = Buffer.from('302a300506032b6570032100', 'hex');

const tools = {
  sha256: (bytes: Uint8Array) => Promise.resolve(hash(bytes)),
  verifySignature: (key: Uint8Array, message: Uint8Array, signature: Uint8Array) =>
    Promise.resolve(
      verify(
        null,
        message,
        createPublicKey({ key: Buffer.concat([spkiStart, key]), format: 'der', type: 'spki' }),
        signature,
      ),
    ),
};

const coffee: DonationEntry = {
  kind: 'donation',
  donation: 'don_1',
  charity: 6,
  charityName: 'Bancs alimentaires du Québec ☕',
  currency: 'CAD',
  amount: '4.76',
  serviceFee: '0.48',
  total: '5.24',
  paidAt: '2026-03-04T12:00:00.000Z',
};
const entry = entryText(coffee);
const salt = hash(Buffer.from('salt'));
const commitment = hash(committedBytes(salt, entry));
const [leaf, sibling] = [hash(Buffer.concat([Buffer.of(0), commitment])), hash(Buffer.from('sibling'))];
const common = { format: 'donation-log-receipt-v1', entry, salt: toHex(salt), publicKey: toHex(rawKey) } as const;

function included(): ReceiptProof {
  const head = {
    treeSize: 2,
    rootHash: toHex(hash(Buffer.concat([Buffer.of(1), sibling, leaf]))),
    signedAt: '2026-03-04T12:00:20.000Z',
    keyId,
  };
  const signature = toHex(sign(null, headBytes(head), privateKey));
  return {
    ...common,
    evidence: { kind: 'inclusion', leafIndex: 1, hashes: [toHex(sibling)], head: { ...head, signature } },
  };
}

function promised(): ReceiptProof {
  const promise = { includedBy: '2026-03-05T12:00:00.000Z', keyId };
  const signature = sign(null, promiseBytes({ ...promise, commitment: toHex(commitment) }), privateKey);
  return { ...common, evidence: { kind: 'promise', ...promise, signature: toHex(signature) } };
}

describe('an entry', () => {
  test('is written in ASCII, and is the same after reading', () => {
    expect(entry).toMatch(/^[\x20-\x7e]+$/);
    expect(readDonationEntry(entry)).toEqual({ version: 1, ...coffee });
  });
});

describe.each([
  ['an inclusion proof', included, 'included'],
  ['a promise', promised, 'promised'],
] as const)('a receipt proof with %s', (_name, make, code) => {
  test('is accepted, and its entry is read', async () => {
    expect(await checkReceiptProof(tools, make())).toEqual({
      code,
      entry: { version: 1, ...coffee },
      commitment: toHex(commitment),
      keyId,
      evidence: make().evidence,
    });
  });

  test('is the same after packing and unpacking', () => {
    expect(unpackProof(packProof(make()))).toEqual(make());
  });

  test('is refused, without an exception, if any byte of its packed form differs', async () => {
    const packed = packProof(make());
    for (let index = 0; index < packed.length; index += 1) {
      const altered = unpackProof(packed.with(index, packed[index]! ^ 1));
      const checked = altered ? await checkReceiptProof(tools, altered) : { code: 'refused' };
      expect({ index, code: checked.code }).toEqual({ index, code: 'refused' });
    }
  });

  test('is refused, without an exception, if it is cut off or consists of random bytes', async () => {
    const packed = packProof(make());
    for (let length = 0; length < packed.length; length += 1) {
      const cut = unpackProof(packed.subarray(0, length));
      if (cut) expect((await checkReceiptProof(tools, cut)).code).toBe('refused');
    }
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 0, maxLength: 400 }), async (bytes) => {
        const read = unpackProof(Uint8Array.of(1, ...bytes));
        if (read) expect((await checkReceiptProof(tools, read)).code).toBe('refused');
      }),
    );
  });
});

test('a refusal names the problem of the proof', async () => {
  const proof = included();
  if (proof.evidence.kind !== 'inclusion') throw new TypeError('expected an inclusion proof');
  const { evidence } = proof;
  const problemOf = async (altered: ReceiptProof) => {
    const checked = await checkReceiptProof(tools, altered);
    return checked.code === 'refused' ? checked.problem : checked.code;
  };
  const withHead = (head: Partial<typeof evidence.head>) => ({
    ...proof,
    evidence: { ...evidence, head: { ...evidence.head, ...head } },
  });
  expect(await problemOf({ ...proof, entry: '{}' })).toBe('entry_unreadable');
  expect(await problemOf({ ...proof, entry: proof.entry.replace('4.76', '47.6') })).toBe('not_in_tree');
  expect(await problemOf({ ...proof, entry: proof.entry.replace('\\u00e9', 'é') })).toBe('entry_unreadable');
  expect(await problemOf({ ...proof, salt: proof.salt.toUpperCase() })).toBe('field_malformed');
  expect(await problemOf({ ...proof, publicKey: '00'.repeat(32) })).toBe('key_of_other_id');
  expect(await problemOf(withHead({ treeSize: 3 }))).toBe('signature_wrong');
  expect(await problemOf(withHead({ treeSize: 2.5 }))).toBe('field_malformed');
  expect(await problemOf(withHead({ signedAt: '2026-03-04T12:00:20.000Z\n' }))).toBe('field_malformed');
  expect(await problemOf({ ...proof, evidence: { ...evidence, leafIndex: 0 } })).toBe('not_in_tree');
  expect(await problemOf({ ...proof, evidence: { ...evidence, hashes: [] } })).toBe('not_in_tree');
  expect(await problemOf({ ...proof, evidence: { ...evidence, hashes: ['zz'] } })).toBe('field_malformed');
});
