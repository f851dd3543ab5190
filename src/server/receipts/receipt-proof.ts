import type { ProofContent } from '#domain/mail/mail.ts';
import { packProof } from '#domain/public-log/packed-proof.ts';
import type { ReceiptProof } from '#domain/public-log/receipt-proof.ts';
import type { Config } from '#server/config/config.ts';

/** Returns the kind of a receipt's proof, and a link that contains the whole proof, so that it can be checked without us. */
export const proofContentOf = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  proof: ReceiptProof | undefined,
): ProofContent | undefined =>
  proof && {
    kind: proof.evidence.kind,
    verifyUrl: `${new URL('/verify', publicUrl).href}#${Buffer.from(packProof(proof)).toString('base64url')}`,
  };
