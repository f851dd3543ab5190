import { asciiBytes, asciiText, fromHex, joinBytes, toHex } from './bytes.ts';
import { saltBytes } from './log-entry.ts';
import {
  hashBytes,
  keyBytes,
  receiptProofFormat,
  signatureBytes,
  type InclusionEvidence,
  type PromiseEvidence,
  type ReceiptProof,
} from './receipt-proof.ts';
import { keyIdLength } from './signed-texts.ts';

/*
 * The format of a compact proof for a link in a QR code: a byte for the format, a byte for the kind of evidence, fields of fixed
 * length, and the entry in the remaining bytes. Sizes, indexes and instants (in milliseconds) have six bytes. In an inclusion
 * proof, one byte says how many hashes follow.
 */

export function packProof(proof: ReceiptProof): Uint8Array {
  const { evidence } = proof;
  return joinBytes(
    Uint8Array.of(formatByte, evidence.kind === 'promise' ? 0 : 1),
    bytesOf(proof.salt, saltBytes),
    bytesOf(proof.publicKey, keyBytes),
    ...(evidence.kind === 'promise' ? packPromise(evidence) : packInclusion(evidence)),
    asciiBytes(proof.entry),
  );
}

const formatByte = 1;
const keyIdBytes = keyIdLength / 2;
const numberBytes = 6;

const packPromise = ({ includedBy, keyId, signature }: PromiseEvidence): readonly Uint8Array[] => [
  numberToBytes(Date.parse(includedBy)),
  bytesOf(keyId, keyIdBytes),
  bytesOf(signature, signatureBytes),
];

const packInclusion = ({ leafIndex, hashes, head }: InclusionEvidence): readonly Uint8Array[] => [
  numberToBytes(head.treeSize),
  bytesOf(head.rootHash, hashBytes),
  numberToBytes(Date.parse(head.signedAt)),
  bytesOf(head.keyId, keyIdBytes),
  bytesOf(head.signature, signatureBytes),
  numberToBytes(leafIndex),
  Uint8Array.of(hashes.length),
  ...hashes.map((hash) => bytesOf(hash, hashBytes)),
];

function bytesOf(hex: string, length: number): Uint8Array {
  const bytes = fromHex(hex, length);
  if (!bytes) throw new RangeError(`${hex} is not ${length} bytes`);
  return bytes;
}

function numberToBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(numberBytes);
  let rest = value;
  for (let index = numberBytes - 1; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = (rest - (rest % 256)) / 256;
  }
  return bytes;
}

/** Unpacks a proof; undefined if the bytes are not a packed proof. The caller checks whether the proof is valid. */
export function unpackProof(packed: Uint8Array): ReceiptProof | undefined {
  let at = 0;
  const take = (length: number): Uint8Array => packed.subarray(at, (at += length));
  const takeHex = (length: number): string => toHex(take(length));
  const takeNumber = (): number => take(numberBytes).reduce((value, byte) => value * 256 + byte, 0);
  const takeInstant = (): string => new Date(takeNumber()).toISOString(); // six bytes are always a valid date
  const [format, kind] = take(2);
  if (format !== formatByte || (kind !== 0 && kind !== 1)) return undefined;
  const [salt, publicKey] = [takeHex(saltBytes), takeHex(keyBytes)];
  const evidence = kind === 0 ? takePromise() : takeInclusion();
  if (at >= packed.length) return undefined;
  return { format: receiptProofFormat, entry: asciiText(packed.subarray(at)), salt, publicKey, evidence };

  function takePromise(): PromiseEvidence {
    const includedBy = takeInstant();
    return { kind: 'promise', includedBy, keyId: takeHex(keyIdBytes), signature: takeHex(signatureBytes) };
  }

  function takeInclusion(): InclusionEvidence {
    const [treeSize, rootHash, signedAt] = [takeNumber(), takeHex(hashBytes), takeInstant()];
    const [keyId, signature] = [takeHex(keyIdBytes), takeHex(signatureBytes)];
    const leafIndex = takeNumber();
    const [count = 0] = take(1);
    const hashes = Array.from({ length: count }, () => takeHex(hashBytes));
    return { kind: 'inclusion', leafIndex, hashes, head: { treeSize, rootHash, signedAt, keyId, signature } };
  }
}
