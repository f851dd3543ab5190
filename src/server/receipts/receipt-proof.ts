import type { ProofContent } from '#domain/mail/mail.ts';
import { packProof } from '#domain/public-log/packed-proof.ts';
import type { ReceiptProof } from '#domain/public-log/receipt-proof.ts';
import type { Config } from '#server/config/config.ts';

/** What a receipt says about its proof. The link contains the whole proof, so that it can be checked without asking us. */
export const proofContentOf = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  proof: ReceiptProof | undefined,
): ProofContent | undefined =>
  proof && {
    kind: proof.evidence.kind,
    verifyUrl: `${new URL('/verify', publicUrl).href}#${Buffer.from(packProof(proof)).toString('base64url')}`,
  };
