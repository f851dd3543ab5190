import { createPublicKey, verify } from 'node:crypto';
import type { ProofTools } from '#domain/public-log/receipt-proof.ts';
import { sha256 } from './log-world.ts';

/** Node's own hash and signatures. */
export const proofTools: ProofTools = {
  sha256,
  verifySignature: (key, message, signature) => Promise.resolve(verify(null, message, publicKeyOf(key), signature)),
};

/** Creates an Ed25519 public key from its 32 bytes. */
export const publicKeyOf = (key: Uint8Array) =>
  createPublicKey({ key: Buffer.concat([spkiPrefix, key]), format: 'der', type: 'spki' });

const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');
