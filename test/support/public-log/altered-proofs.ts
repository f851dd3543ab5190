import { entryText, type LogEntry } from '#domain/public-log/log-entry.ts';
import type { PayoutProofProblem } from '#domain/public-log/payout-proof.ts';
import type { InclusionEvidence, ProvenText } from '#domain/public-log/receipt-proof.ts';

/** The reason for which the page `/verify` refuses a proof. */
export type Problem = PayoutProofProblem | 'not_a_proof';

/** Altered values by name, each with the reason for its refusal. */
export type Altered<Value> = Readonly<Record<string, readonly [Value, Problem]>>;

/** The words of `tools/verify-receipt.ts` for each of the page's reasons. */
export const toolReasons: Readonly<Record<Problem, RegExp>> = {
  not_a_proof: /not the proof of|is not a JSON object|is missing|not a whole number|unknown kind|not shown to be in/,
  entry_unreadable: /^the entry |is missing|is not a decimal|is not a day|is not an instant|is not a whole number/,
  field_malformed: /in hexadecimal digits|is not an instant/,
  key_of_other_id: /the public key has another id/,
  signature_wrong: /the signature is wrong/,
  not_in_tree: /do not lead from the entry to the signed head|too (few|many) hashes|not a whole number/,
  not_covered: /the payout does not name this donation|too (few|many) hashes|not a whole number/,
  other_payee: /the payout went to another charity or was in another currency/,
};

export const flipped = (hex: string): string => `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;

/** Alters an entry: another value in each field, the same entry as another text, and texts that are no entries. */
export function alteredEntries(text: string, problem: Problem): Altered<string> {
  const fields = JSON.parse(text) as Record<string, unknown>;
  const altered: Record<string, readonly [string, Problem]> = {
    'entry-with-space': [text.replace('{', '{ '), problem],
    'entry-with-field': [text.replace('{', '{"note":"",'), problem],
    'entry-not-ascii': [text.replace('a', 'ä'), 'entry_unreadable'],
    'entry-with-line': [text.replace('{', '{\n'), 'entry_unreadable'],
    'entry-cut': [text.slice(0, -1), 'entry_unreadable'],
    'entry-empty': ['', 'entry_unreadable'],
    'entry-list': ['[]', 'entry_unreadable'],
  };
  for (const [name, value] of Object.entries(fields)) {
    const decidesFormat = name === 'version' || name === 'kind'; // these two determine how the others are read
    altered[`entry-${name}`] = [
      entryText({ ...fields, [name]: anotherValue(value) } as unknown as LogEntry),
      decidesFormat ? 'entry_unreadable' : problem,
    ];
  }
  return altered;
}

function anotherValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return { ...(value as object), leaves: 9 };
  const altered = value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)); // a time stays well-formed
  return altered === value ? `${value}x` : altered;
}

interface Path {
  readonly leafIndex: number;
  readonly hashes: string[];
}

/** Alters a path of at least two hashes through a tree: another leaf or other hashes. */
export const alteredPaths = <Value extends Path>(path: Value, treeSize: number, problem: Problem): Altered<Value> =>
  ({
    'index-of-another': [{ ...path, leafIndex: (path.leafIndex + 1) % treeSize }, problem],
    'index-outside': [{ ...path, leafIndex: treeSize }, problem],
    'index-negative': [{ ...path, leafIndex: -1 }, problem],
    'index-in-part': [{ ...path, leafIndex: path.leafIndex + 0.5 }, 'not_a_proof'],
    'index-as-text': [{ ...path, leafIndex: String(path.leafIndex) }, 'not_a_proof'],
    'index-huge': [{ ...path, leafIndex: 2 ** 52 + path.leafIndex }, problem],
    'index-too-huge': [{ ...path, leafIndex: 1e300 }, 'not_a_proof'],
    'hash-altered': [{ ...path, hashes: path.hashes.with(1, flipped(path.hashes[1] ?? '')) }, problem],
    'hash-missing': [{ ...path, hashes: path.hashes.slice(1) }, problem],
    'hash-added': [{ ...path, hashes: [...path.hashes, path.hashes[0]] }, problem],
    'hashes-swapped': [{ ...path, hashes: path.hashes.toReversed() }, problem],
    'hashes-none': [{ ...path, hashes: [] }, problem],
    'hash-cut': [{ ...path, hashes: path.hashes.with(0, 'ab') }, 'field_malformed'],
    'hash-in-capitals': [{ ...path, hashes: path.hashes.with(0, 'AB'.repeat(32)) }, 'field_malformed'],
    'hash-not-ascii': [{ ...path, hashes: path.hashes.with(0, 'é'.repeat(64)) }, 'field_malformed'],
    'hash-of-no-text': [{ ...path, hashes: [null] }, 'not_a_proof'],
    'hashes-missing': [{ ...path, hashes: undefined }, 'not_a_proof'],
  }) as unknown as Altered<Value>;

/** Alters the evidence of a text of the log. `other` is another text that another key has signed. */
export function alteredEvidence(proven: ProvenText, other: ProvenText): Altered<ProvenText> {
  const [evidence, elsewhere] = [inclusionOf(proven), inclusionOf(other)];
  const { head } = evidence;
  const withHead = (changes: object): ProvenText => ({
    ...proven,
    evidence: { ...evidence, head: { ...head, ...changes } },
  });
  const paths = Object.entries(alteredPaths(evidence, head.treeSize, 'not_in_tree'));
  return {
    ...Object.fromEntries(paths.map(([name, [path, problem]]) => [name, [{ ...proven, evidence: path }, problem]])),
    'entry-of-another': [{ ...proven, entry: other.entry }, 'not_in_tree'],
    'salt-of-another': [{ ...proven, salt: other.salt }, 'not_in_tree'],
    'salt-altered': [{ ...proven, salt: flipped(proven.salt) }, 'not_in_tree'],
    'salt-cut': [{ ...proven, salt: proven.salt.slice(2) }, 'field_malformed'],
    'salt-in-capitals': [{ ...proven, salt: 'AB'.repeat(32) }, 'field_malformed'],
    'key-of-another': [{ ...proven, publicKey: other.publicKey }, 'key_of_other_id'],
    'key-altered': [{ ...proven, publicKey: flipped(proven.publicKey) }, 'key_of_other_id'],
    'key-cut': [{ ...proven, publicKey: proven.publicKey.slice(2) }, 'field_malformed'],
    'size-altered': [withHead({ treeSize: head.treeSize + 1 }), 'signature_wrong'],
    'size-in-part': [withHead({ treeSize: head.treeSize + 0.5 }), 'not_a_proof'],
    'size-too-huge': [withHead({ treeSize: 1e300 }), 'not_a_proof'],
    'root-altered': [withHead({ rootHash: flipped(head.rootHash) }), 'signature_wrong'],
    'root-cut': [withHead({ rootHash: head.rootHash.slice(2) }), 'field_malformed'],
    'head-time-altered': [withHead({ signedAt: '2026-03-04T12:00:01.000Z' }), 'signature_wrong'],
    'head-time-in-other-form': [withHead({ signedAt: head.signedAt.replace('Z', '+00:00') }), 'field_malformed'],
    'head-time-with-line': [withHead({ signedAt: `${head.signedAt}\n` }), 'field_malformed'],
    'key-id-altered': [withHead({ keyId: flipped(head.keyId) }), 'key_of_other_id'],
    'key-id-not-ascii': [withHead({ keyId: 'ключ' }), 'key_of_other_id'],
    'signature-altered': [withHead({ signature: flipped(head.signature) }), 'signature_wrong'],
    'signature-of-another': [withHead({ signature: elsewhere.head.signature }), 'signature_wrong'],
    'signature-cut': [withHead({ signature: head.signature.slice(2) }), 'field_malformed'],
    'head-of-another': [{ ...proven, evidence: { ...evidence, head: elsewhere.head } }, 'key_of_other_id'],
    'head-missing': [{ ...proven, evidence: { ...evidence, head: undefined } } as unknown as ProvenText, 'not_a_proof'],
    'evidence-missing': [{ ...proven, evidence: null } as unknown as ProvenText, 'not_a_proof'],
    'evidence-of-other-kind': [
      { ...proven, evidence: { ...evidence, kind: 'promise' } } as unknown as ProvenText,
      'not_a_proof',
    ],
  };
}

export function inclusionOf({ evidence }: ProvenText): InclusionEvidence {
  if (evidence.kind !== 'inclusion') throw new TypeError('the text is only promised');
  return evidence;
}

/** Turns a proof into files that are not proofs. */
export const alteredFiles = (proof: object): Altered<unknown> => ({
  'format-of-later': [{ ...proof, format: 'donation-log-receipt-v2' }, 'not_a_proof'],
  'format-missing': [{ ...proof, format: undefined }, 'not_a_proof'],
  'file-cut': [JSON.stringify(proof).slice(0, -1), 'not_a_proof'],
  'file-halved': [JSON.stringify(proof).slice(0, 500), 'not_a_proof'],
  'file-empty': ['', 'not_a_proof'],
  'file-without-json': ['not a proof', 'not_a_proof'],
  'file-list': [[proof], 'not_a_proof'],
  'file-null': ['null', 'not_a_proof'],
  'file-with-nan': [JSON.stringify(proof).replace('{', '{"note":NaN,'), 'not_a_proof'],
  'file-number': ['1e999', 'not_a_proof'],
  'file-deep': ['['.repeat(100_000), 'not_a_proof'],
});

/** Puts altered values of one part into the whole proof. */
export const inPart = <Value>(
  part: string,
  altered: Altered<Value>,
  withPart: (value: Value) => unknown,
): Altered<unknown> =>
  Object.fromEntries(
    Object.entries(altered).map(([name, [value, problem]]) => [`${part}-${name}`, [withPart(value), problem]]),
  );
