import { fromHex } from './bytes.ts';
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

/** A file that proves that a donation is among those that a payout names in the public log. */
export interface PayoutProof {
  readonly format: typeof payoutProofFormat;
  readonly donation: { readonly entry: string; readonly salt: string };
  /** The donation's index in the payout's sorted commitments, and the hashes that lead from the donation to the root. */
  readonly covered: { readonly leafIndex: number; readonly hashes: string[] };
  /** The payout's entry, and the signed tree head that includes it. */
  readonly payout: {
    readonly entry: string;
    readonly salt: string;
    readonly publicKey: string;
    readonly evidence: InclusionEvidence;
  };
}

export const payoutProofFormat = 'donation-log-payout-v1';

/**
 * - `not_covered`: the payout does not name the donation
 * - `other_payee`: the payout went to another charity, or in another currency
 */
export type PayoutProofProblem = ProofProblem | 'not_covered' | 'other_payee';

export type CheckedPayoutProof =
  | { readonly code: 'refused'; readonly problem: PayoutProofProblem }
  | {
      readonly code: 'covered';
      readonly donation: DonationEntry | ReversalEntry;
      readonly payout: PayoutEntry;
      readonly keyId: string;
      readonly evidence: InclusionEvidence;
    };

/** Checks a proof without the server. The reader still has to check that the key is the public log's. */
export async function checkPayoutProof(tools: ProofTools, proof: PayoutProof): Promise<CheckedPayoutProof> {
  const donation = readDonationEntry(proof.donation.entry);
  const payout = readPayoutEntry(proof.payout.entry);
  if (!donation || !payout) return refused('entry_unreadable');
  const included = await checkProvenText(tools, proof.payout);
  if (included.code === 'refused') return included;
  const problem = await findCoverProblem(tools, proof, payout.covers);
  if (problem) return refused(problem);
  if (donation.charity !== payout.charity || donation.currency !== payout.currency) return refused('other_payee');
  return { code: 'covered', donation, payout, keyId: included.keyId, evidence: proof.payout.evidence };
}

const refused = (problem: PayoutProofProblem) => ({ code: 'refused', problem }) as const;

async function findCoverProblem(
  { sha256 }: ProofTools,
  { donation, covered }: PayoutProof,
  covers: PayoutEntry['covers'],
): Promise<PayoutProofProblem | undefined> {
  const salt = fromHex(donation.salt, saltBytes);
  const rootHash = fromHex(covers.rootHash, hashBytes);
  const hashes = covered.hashes.flatMap((text) => fromHex(text, hashBytes) ?? []);
  if (!salt || !rootHash || hashes.length < covered.hashes.length) return 'field_malformed';
  const commitment = await sha256(committedBytes(salt, donation.entry));
  const claim = { leafIndex: covered.leafIndex, treeSize: covers.leaves, commitment, hashes, rootHash };
  return (await verifyInclusion(sha256, claim)) ? undefined : 'not_covered';
}
