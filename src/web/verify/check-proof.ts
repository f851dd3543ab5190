import { payoutProof, receiptProof } from '#contract/public/log.ts';
import {
  checkPayoutProof,
  payoutProofFormat,
  type CheckedPayoutProof,
  type PayoutProof,
} from '#domain/public-log/payout-proof.ts';
import { checkReceiptProof, type CheckedProof, type ReceiptProof } from '#domain/public-log/receipt-proof.ts';

export type Proof = ReceiptProof | PayoutProof;

/** `unsupported`: the browser offers no cryptography, as on a page that is not secure. */
export type ProofResult = CheckedProof | CheckedPayoutProof | { readonly code: 'unsupported' };

/** Checks a proof in the browser, and sends it nowhere. */
export async function checkProof(proof: Proof): Promise<ProofResult> {
  const { subtle }: { readonly subtle?: SubtleCrypto } = globalThis.crypto; // absent on a page that is not secure
  if (!subtle) return { code: 'unsupported' };
  const tools = {
    sha256: async (bytes: Uint8Array) => new Uint8Array(await subtle.digest('SHA-256', new Uint8Array(bytes))),
    verifySignature: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) =>
      verifyEd25519(subtle, { publicKey, message, signature }),
  };
  return proof.format === payoutProofFormat ? checkPayoutProof(tools, proof) : checkReceiptProof(tools, proof);
}

interface Signed {
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

async function verifyEd25519(subtle: SubtleCrypto, { publicKey, message, signature }: Signed): Promise<boolean> {
  try {
    const key = await subtle.importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(message));
  } catch (problem) {
    if (!(problem instanceof DOMException) || problem.name !== 'NotSupportedError') return false; // not a key
    const { verifyAsync } = await import('@noble/ed25519'); // for browsers without Ed25519 (decision 0149)
    return verifyAsync(signature, message, publicKey, { zip215: false });
  }
}

/** Reads the proof of a receipt or a payout from a file; returns undefined if the file is not a proof. */
export async function readProofFile(file: Blob): Promise<Proof | undefined> {
  try {
    const content: unknown = JSON.parse(await file.text());
    return receiptProof.safeParse(content).data ?? payoutProof.safeParse(content).data;
  } catch {
    return undefined; // not JSON
  }
}
