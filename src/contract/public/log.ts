import * as z from 'zod/mini';
import { payoutProofFormat } from '#domain/public-log/payout-proof.ts';
import { receiptProofFormat } from '#domain/public-log/receipt-proof.ts';

/** Hashes, keys and signatures are in hexadecimal digits. */
const hex = z.string();
const hashes = z.array(hex);

/** `GET /api/log/head`: the number of leaves in the public log and the root of their tree, signed. */
export const treeHead = z.object({
  treeSize: z.int(),
  rootHash: hex,
  signedAt: z.string(),
  keyId: z.string(),
  signature: hex,
});

/** `GET /api/log/inclusion/{commitment}/{treeSize}`: the proof that a leaf is in the tree of that size (RFC 9162, 2.1.3). */
export const inclusionProof = z.object({ leafIndex: z.int(), treeSize: z.int(), hashes });

/** `GET /api/log/consistency/{from}/{to}`: the proof that one tree continues the other (RFC 9162, 2.1.4). */
export const consistencyProof = z.object({ from: z.int(), to: z.int(), hashes });

/** The number of commitments on a full page of leaves. */
export const leavesPerPage = 1000;

/** `GET /api/log/leaves/{page}`: the commitments on a page. The first page is 0, and a full page never changes. */
export const leavesPage = z.object({ from: z.int(), commitments: z.array(hex) });

/**
 * `GET /api/log/keys`: the keys that have signed, the newest last. `succession` is the previous key's signature of this key; null
 * for the first key, and if the previous key was lost.
 */
export const logKeys = z.object({
  keys: z.array(
    z.object({
      keyId: z.string(),
      publicKey: hex,
      createdAt: z.string(),
      previousKeyId: z.nullable(z.string()),
      succession: z.nullable(hex),
      reason: z.nullable(z.string()),
    }),
  ),
});

const inclusionEvidence = z.object({ kind: z.literal('inclusion'), leafIndex: z.int(), hashes, head: treeHead });

/** `GET /api/donations/{id}/proof`: the proof of a receipt. It can be checked without us. */
export const receiptProof = z.object({
  format: z.literal(receiptProofFormat),
  entry: z.string(),
  salt: hex,
  publicKey: hex,
  evidence: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('promise'), includedBy: z.string(), keyId: z.string(), signature: hex }),
    inclusionEvidence,
  ]),
});

/** `GET /api/donations/{id}/payout-proof`: the proof that the payout names the donation. It can be checked without us. */
export const payoutProof = z.object({
  format: z.literal(payoutProofFormat),
  donation: z.object({ entry: z.string(), salt: hex }),
  covered: z.object({ leafIndex: z.int(), hashes }),
  payout: z.object({ entry: z.string(), salt: hex, publicKey: hex, evidence: inclusionEvidence }),
});

export const publicLogSentences = {
  noHead: 'The public log has no tree head yet.',
  noTree: 'The public log has no tree head of this size.',
  noLeaf: 'This commitment is not in the public log up to this size.',
  noPage: 'The public log has no such page.',
  noProof: 'There is no proof for this donation.',
} as const;
