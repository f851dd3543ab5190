import { packProof, unpackProof } from '#domain/public-log/packed-proof.ts';
import type { ReceiptProof } from '#domain/public-log/receipt-proof.ts';

/** Returns the address that checks a proof. It has the whole proof after the `#`, which browsers do not send to the server. */
export const verifyAddress = (proof: ReceiptProof): string => `/verify#${toBase64Url(packProof(proof))}`;

/** Reads the proof in a link; returns undefined if there is none. */
export function readLink(hash: string): ReceiptProof | undefined {
  const bytes = fromBase64Url(hash.slice(1));
  return bytes && unpackProof(bytes);
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    return undefined; // its length is impossible
  }
}
