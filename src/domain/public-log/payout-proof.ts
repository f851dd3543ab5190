import { fromHex, isAscii } from './bytes.ts';
import {
  committedBytes,
  readDonationEntry,
  readPayoutEntry,
  saltBytes,
  type DonationEntry,
  type PayoutEntry,
  type ReversalEntry,
} from './log-entry.ts';
import {
  checkProvenText,
  hashBytes,
  type InclusionEvidence,
  type ProofProblem,
  type ProofTools,
} from './receipt-proof.ts';
import { verifyInclusion } from './verify-tree.ts';

/** A file that proves that a donation is among those that a payout names in the log. */
export interface PayoutProof {
  readonly format: typeof payoutProofFormat;
  readonly donation: { readonly entry: string; readonly salt: string };
  /** The donation's place among the sorted commitments of the payout, and the hashes that lead to their root. */
  readonly covered: { readonly leafIndex: number; readonly hashes: string[] };
  /** The payout's entry, and the signed head that has it. */
  readonly payout: {
    readonly entry: string;
    readonly salt: string;
    readonly publicKey: string;
    readonly evidence: InclusionEvidence;
  };
}

export const payoutProofFormat = 'donation-log-payout-v1';

export type CheckedPayoutProof =
  | { readonly code: 'refused'; readonly problem: ProofProblem | 'not_covered' }
  | {
      readonly code: 'covered';
      readonly donation: DonationEntry | ReversalEntry;
      readonly payout: PayoutEntry;
      readonly keyId: string;
    };

/** Checks a proof against nothing but itself: whose key it is, the reader has to compare. */
export async function checkPayoutProof(tools: ProofTools, proof: PayoutProof): Promise<CheckedPayoutProof> {
  const donation = isAscii(proof.donation.entry) ? readDonationEntry(proof.donation.entry) : undefined;
  const payout = isAscii(proof.payout.entry) ? readPayoutEntry(proof.payout.entry) : undefined;
  if (!donation || !payout) return { code: 'refused', problem: 'entry_unreadable' };
  const included = await checkProvenText(tools, proof.payout);
  if (included.code === 'refused') return included;
  const salt = fromHex(proof.donation.salt, saltBytes);
  const rootHash = fromHex(payout.covers.rootHash, hashBytes);
  const hashes = proof.covered.hashes.flatMap((text) => fromHex(text, hashBytes) ?? []);
  if (!salt || !rootHash || hashes.length < proof.covered.hashes.length)
    return { code: 'refused', problem: 'field_malformed' };
  const isCovered = await verifyInclusion(tools.sha256, {
    leafIndex: proof.covered.leafIndex,
    treeSize: payout.covers.leaves,
    commitment: await tools.sha256(committedBytes(salt, proof.donation.entry)),
    hashes,
    rootHash,
  });
  if (!isCovered) return { code: 'refused', problem: 'not_covered' };
  return { code: 'covered', donation, payout, keyId: included.keyId };
}
