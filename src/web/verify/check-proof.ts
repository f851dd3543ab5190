import { receiptProof } from '#contract/public/log.ts';
import { checkReceiptProof, type CheckedProof, type ReceiptProof } from '#domain/public-log/receipt-proof.ts';

/** `unsupported`: the browser offers no cryptography, as on a page that is not secure. */
export type ProofResult =
  | CheckedProof
  | { readonly code: 'unsupported' }
  | { readonly code: 'refused'; readonly problem: 'not_a_proof' };

/** Checks a proof in the browser, without asking anyone. */
export async function checkProof(proof: ReceiptProof | undefined): Promise<ProofResult> {
  if (!proof) return { code: 'refused', problem: 'not_a_proof' };
  const { subtle }: { readonly subtle?: SubtleCrypto } = globalThis.crypto; // absent on a page that is not secure
  if (!subtle) return { code: 'unsupported' };
  return checkReceiptProof(
    {
      sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', new Uint8Array(bytes))),
      verifySignature: (publicKey, message, signature) => verifyEd25519(subtle, { publicKey, message, signature }),
    },
    proof,
  );
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

/** The proof in a file; undefined when it is none. */
export async function readProofFile(file: Blob): Promise<ReceiptProof | undefined> {
  try {
    return receiptProof.safeParse(JSON.parse(await file.text())).data;
  } catch {
    return undefined; // not JSON
  }
}
