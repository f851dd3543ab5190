import { fromHex, toHex, type Sha256 } from './bytes.ts';
import { committedBytes, readDonationEntry, saltBytes, type DonationEntry, type ReversalEntry } from './log-entry.ts';
import { headBytes, isInstant, keyIdLength, promiseBytes, type SignedTreeHead } from './signed-texts.ts';
import { verifyInclusion } from './verify-tree.ts';

/** A file that proves one entry of the public log, with the text and a signature. No server is needed to check it. */
export interface ReceiptProof {
  readonly format: typeof receiptProofFormat;
  /** The text of the entry. */
  readonly entry: string;
  readonly salt: string;
  /** The public key that signed the evidence. */
  readonly publicKey: string;
  readonly evidence: PromiseEvidence | InclusionEvidence;
}

export const receiptProofFormat = 'donation-log-receipt-v1';

/** The entry will be in the public log by `includedBy`. */
export interface PromiseEvidence {
  readonly kind: 'promise';
  readonly includedBy: string;
  readonly keyId: string;
  readonly signature: string;
}

/** The entry is in the tree that a signed tree head describes. */
export interface InclusionEvidence {
  readonly kind: 'inclusion';
  readonly leafIndex: number;
  readonly hashes: string[];
  readonly head: SignedTreeHead;
}

/** Returns true if a public key signed a message. Node and browsers each have their own Ed25519. */
export type VerifySignature = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean>;

export interface ProofTools {
  readonly sha256: Sha256;
  readonly verifySignature: VerifySignature;
}

/** The reason why a proof is refused. */
export type ProofProblem =
  | 'entry_unreadable'
  | 'field_malformed'
  | 'key_of_other_id'
  | 'signature_wrong'
  | 'not_in_tree';

export type CheckedProof = Refused | (ProvenEvidence & { readonly entry: DonationEntry | ReversalEntry });

interface Refused {
  readonly code: 'refused';
  readonly problem: ProofProblem;
}

/** The checked evidence for an entry with any content. */
type ProvenEvidence = { readonly commitment: string; readonly keyId: string } & (
  | { readonly code: 'included'; readonly evidence: InclusionEvidence }
  | { readonly code: 'promised'; readonly evidence: PromiseEvidence }
);

/** Checks a proof without the server. The reader still has to check that the key is the public log's. */
export async function checkReceiptProof(tools: ProofTools, proof: ReceiptProof): Promise<CheckedProof> {
  const entry = readDonationEntry(proof.entry);
  if (!entry) return refused('entry_unreadable');
  const checked = await checkProvenText(tools, proof);
  return checked.code === 'refused' ? checked : { ...checked, entry };
}

/** The text of a log entry, and the evidence for it. */
export type ProvenText = Omit<ReceiptProof, 'format'>;

/** Checks that the public log has an entry, or promises it. Does not check the content of the entry. */
export async function checkProvenText(tools: ProofTools, proof: ProvenText): Promise<Refused | ProvenEvidence> {
  const salt = fromHex(proof.salt, saltBytes);
  const publicKey = fromHex(proof.publicKey, keyBytes);
  const { evidence } = proof;
  const { keyId, signature: signatureText } = evidence.kind === 'promise' ? evidence : evidence.head;
  const signature = fromHex(signatureText, signatureBytes);
  if (!salt || !publicKey || !signature) return refused('field_malformed');
  if (toHex(await tools.sha256(publicKey)).slice(0, keyIdLength) !== keyId) return refused('key_of_other_id');
  const commitment = await tools.sha256(committedBytes(salt, proof.entry));
  const message = signedBytes(evidence, toHex(commitment));
  if (!message) return refused('field_malformed');
  if (!(await tools.verifySignature(publicKey, message, signature))) return refused('signature_wrong');
  const checked = { commitment: toHex(commitment), keyId };
  if (evidence.kind === 'promise') return { code: 'promised', ...checked, evidence };
  const problem = await findTreeProblem(tools, evidence, commitment);
  return problem ? refused(problem) : { code: 'included', ...checked, evidence };
}

const refused = (problem: ProofProblem): Refused => ({ code: 'refused', problem });

/** Returns the signed bytes; undefined if one of the signed lines could be read in two ways. */
function signedBytes(evidence: ReceiptProof['evidence'], commitment: string): Uint8Array | undefined {
  if (evidence.kind === 'promise')
    return isInstant(evidence.includedBy) ? promiseBytes({ ...evidence, commitment }) : undefined;
  const { head } = evidence;
  const isReadable =
    isInstant(head.signedAt) && Number.isSafeInteger(head.treeSize) && fromHex(head.rootHash, hashBytes) !== undefined;
  return isReadable ? headBytes(head) : undefined;
}

async function findTreeProblem(
  { sha256 }: ProofTools,
  { leafIndex, hashes: hashTexts, head }: InclusionEvidence,
  commitment: Uint8Array,
): Promise<ProofProblem | undefined> {
  const hashes = hashTexts.flatMap((text) => fromHex(text, hashBytes) ?? []);
  const rootHash = fromHex(head.rootHash, hashBytes);
  if (hashes.length < hashTexts.length || !rootHash) return 'field_malformed';
  const claim = { leafIndex, treeSize: head.treeSize, commitment, hashes, rootHash };
  return (await verifyInclusion(sha256, claim)) ? undefined : 'not_in_tree';
}

export const hashBytes = 32;
export const keyBytes = 32;
export const signatureBytes = 64;
