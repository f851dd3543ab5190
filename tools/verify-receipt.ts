import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * `node tools/verify-receipt.ts FILE… [--key KEY-ID]`: checks the proofs of receipts and payouts without a network. It
 * shares no code with the product, so that it can be read alone: the decisions 0148 and 0150 in docs/decisions describe what it
 * checks. With `--key`, only proofs signed with that key are accepted. Exits with 1 if a proof is refused.
 */

/** The error when a proof is refused; its message says why. */
class Refusal extends Error {}

type Fields = Readonly<Record<string, unknown>>;

function main(args: readonly string[]): number {
  const keyIndex = args.indexOf('--key');
  const trustedKey = keyIndex === -1 ? undefined : args[keyIndex + 1];
  const files = args.filter((_, index) => keyIndex === -1 || (index !== keyIndex && index !== keyIndex + 1));
  if (files.length === 0 || (keyIndex !== -1 && trustedKey === undefined)) {
    process.stderr.write('Usage: node tools/verify-receipt.ts FILE… [--key KEY-ID]\n');
    return 2;
  }
  const isAccepted = files.map((file) => checkFile(file, trustedKey));
  return isAccepted.every(Boolean) ? 0 : 1;
}

function checkFile(file: string, trustedKey: string | undefined): boolean {
  try {
    const lines = checkProof(parseObject(readText(file), 'the file'), trustedKey);
    process.stdout.write([`${file}: accepted`, ...lines.map((line) => `  ${printable(line)}`), ''].join('\n'));
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stdout.write(`${file}: refused: ${error.message}\n`);
    return false;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Refusal('the file cannot be read');
  }
}

/** Replaces characters that could make a terminal show something else. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '?');

/** Checks a proof. Returns sentences that say what it proves. */
function checkProof(proof: Fields, trustedKey: string | undefined): readonly string[] {
  switch (proof['format']) {
    case 'donation-log-receipt-v1':
      return [describeDonation(readEntry(proof)), ...checkEvidence(proof, trustedKey)];
    case 'donation-log-payout-v1':
      return checkPayout(proof, trustedKey);
    default:
      throw new Refusal('this is not the proof of a receipt or a payout');
  }
}

/** Checks that a payout's entry is in the log and names the donation. */
function checkPayout(proof: Fields, trustedKey: string | undefined): readonly string[] {
  const [donation, payout] = [objectOf(proof, 'donation'), objectOf(proof, 'payout')];
  const [entry, payoutEntry] = [readEntry(donation), readEntry(payout)];
  const words = [describeDonation(entry), describePayout(payoutEntry)];
  if (objectOf(payout, 'evidence')['kind'] !== 'inclusion')
    throw new Refusal('the payout is not shown to be in the log');
  const inLog = checkEvidence(payout, trustedKey);
  const covers = objectOf(payoutEntry, 'covers');
  const tree = { treeSize: numberOf(covers, 'leaves'), rootHash: bytesOf(covers, 'rootHash', 32) };
  if (!isInTree(commitmentOf(donation), objectOf(proof, 'covered'), tree))
    throw new Refusal('the payout does not name this donation');
  if (numberOf(entry, 'charity') !== numberOf(payoutEntry, 'charity') || entry['currency'] !== payoutEntry['currency'])
    throw new Refusal('the payout went to another charity or was in another currency');
  return [...words, ...inLog, 'whether the bank sent the money cannot be checked here: ask the charity'];
}

function readEntry(fields: Fields): Fields {
  const text = textOf(fields, 'entry');
  if (!/^[ -~]+$/.test(text)) throw new Refusal('the entry has characters that are not ASCII');
  const entry = parseObject(text, 'the entry');
  if (entry['version'] !== 1) throw new Refusal('the entry has an unknown version');
  numberOf(entry, 'charity');
  return entry;
}

function describeDonation(entry: Fields): string {
  const kind = textOf(entry, 'kind');
  if (kind !== 'donation' && kind !== 'refund' && kind !== 'dispute') throw new Refusal('the entry is not a donation');
  const [amount, fee, total] = ['amount', 'serviceFee', 'total'].map((name) => formOf(entry, name, decimal));
  const at = formOf(entry, kind === 'donation' ? 'paidAt' : 'reversedAt', instant);
  const [currency, charity] = [textOf(entry, 'currency'), textOf(entry, 'charityName')];
  return `${kind} ${textOf(entry, 'donation')}: ${total} ${currency} (${amount} for ${charity}, ${fee} service fee), ${at}`;
}

function describePayout(entry: Fields): string {
  if (entry['kind'] !== 'payout') throw new Refusal('the entry is not a payout');
  const [amount, paidOn] = [formOf(entry, 'amount', decimal), formOf(entry, 'paidOn', day)];
  const transfer = `${amount} ${textOf(entry, 'currency')} to ${textOf(entry, 'charityName')} on ${paidOn}`;
  const leaves = numberOf(objectOf(entry, 'covers'), 'leaves');
  const place = leaves === 1 ? 'the only entry' : `one of ${leaves} entries`;
  return `${place} of payout ${textOf(entry, 'payout')} in batch ${textOf(entry, 'batch')}: ${transfer}, bank reference ${textOf(entry, 'reference')}`;
}

interface Keys {
  readonly publicKey: Buffer;
  readonly trustedKey: string | undefined;
}

function checkEvidence(fields: Fields, trustedKey: string | undefined): readonly string[] {
  const [evidence, commitment] = [objectOf(fields, 'evidence'), commitmentOf(fields)];
  const keys = { publicKey: bytesOf(fields, 'publicKey', 32), trustedKey };
  if (evidence['kind'] === 'promise') return checkPromise(evidence, commitment, keys);
  if (evidence['kind'] === 'inclusion') return checkInclusion(evidence, commitment, keys);
  throw new Refusal('the evidence is of an unknown kind');
}

const commitmentOf = (fields: Fields): Buffer =>
  sha256(Buffer.from('donation-log entry v1\n'), bytesOf(fields, 'salt', 32), Buffer.from(textOf(fields, 'entry')));

function checkPromise(evidence: Fields, commitment: Buffer, keys: Keys): readonly string[] {
  const includedBy = formOf(evidence, 'includedBy', instant);
  const keyId = checkKey(textOf(evidence, 'keyId'), keys);
  const lines = ['donation-log promise v1', commitment.toString('hex'), includedBy, keyId];
  checkSignature(lines, bytesOf(evidence, 'signature', 64), keys);
  return [
    `promised by key ${keyId} to be in the log by ${includedBy}; get a new proof then`,
    ...limits(keys, `inclusion of the commitment ${commitment.toString('hex')} was not checked`),
  ];
}

function checkInclusion(evidence: Fields, commitment: Buffer, keys: Keys): readonly string[] {
  const head = objectOf(evidence, 'head');
  const tree = { treeSize: numberOf(head, 'treeSize'), rootHash: bytesOf(head, 'rootHash', 32) };
  const signedAt = formOf(head, 'signedAt', instant);
  const keyId = checkKey(textOf(head, 'keyId'), keys);
  const lines = ['donation-log head v1', tree.treeSize, tree.rootHash.toString('hex'), signedAt, keyId];
  checkSignature(lines, bytesOf(head, 'signature', 64), keys);
  if (!isInTree(commitment, evidence, tree))
    throw new Refusal('the hashes do not lead from the entry to the signed head');
  const place = `leaf ${numberOf(evidence, 'leafIndex')} of the log, in the tree head of ${tree.treeSize} leaves`;
  return [
    `${place} that key ${keyId} signed at ${signedAt}`,
    ...limits(keys, 'compare this head with one from someone else: it shows that both of you see the same log'),
  ];
}

function limits({ trustedKey }: Keys, last: string): readonly string[] {
  const whose = 'whose key this is was not checked: compare it with a copy from elsewhere, and use --key';
  return [...(trustedKey === undefined ? [whose] : []), last];
}

/** Returns true if `leafIndex` and `hashes` lead from a commitment to the root of a tree. */
function isInTree(
  commitment: Buffer,
  fields: Fields,
  { treeSize, rootHash }: { readonly treeSize: number; readonly rootHash: Buffer },
): boolean {
  const [leafIndex, { hashes }] = [numberOf(fields, 'leafIndex'), fields];
  if (!Array.isArray(hashes)) throw new Refusal('hashes is missing');
  const path = hashes.map((hash: unknown) => bytesOf({ hash }, 'hash', 32));
  const leafHash = sha256(Buffer.of(0), commitment);
  return leafIndex < treeSize && rootOf(leafHash, { leafIndex, treeSize, path }).equals(rootHash);
}

/** Computes a tree's root from a leaf's hash and its path (RFC 9162, 2.1.3). The path's last hash is next to the root. */
function rootOf(
  leafHash: Buffer,
  { leafIndex, treeSize, path }: { readonly leafIndex: number; readonly treeSize: number; readonly path: Buffer[] },
): Buffer {
  if (treeSize === 1) {
    if (path.length > 0) throw new Refusal('the proof has too many hashes');
    return leafHash;
  }
  const sibling = path.at(-1);
  if (!sibling) throw new Refusal('the proof has too few hashes');
  let left = 1;
  while (left * 2 < treeSize) left *= 2;
  const remainingPath = path.slice(0, -1);
  if (leafIndex < left)
    return sha256(Buffer.of(1), rootOf(leafHash, { leafIndex, treeSize: left, path: remainingPath }), sibling);
  const right = { leafIndex: leafIndex - left, treeSize: treeSize - left, path: remainingPath };
  return sha256(Buffer.of(1), sibling, rootOf(leafHash, right));
}

function checkKey(keyId: string, { publicKey, trustedKey }: Keys): string {
  if (sha256(publicKey).toString('hex').slice(0, 16) !== keyId) throw new Refusal('the public key has another id');
  if (trustedKey !== undefined && trustedKey !== keyId) throw new Refusal(`the key ${keyId} is not ${trustedKey}`);
  return keyId;
}

function checkSignature(lines: readonly (string | number)[], signature: Buffer, { publicKey }: Keys): void {
  const spkiStart = Buffer.from('302a300506032b6570032100', 'hex');
  const key = createPublicKey({ key: Buffer.concat([spkiStart, publicKey]), format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(lines.map((line) => `${line}\n`).join('')), key, signature))
    throw new Refusal('the signature is wrong');
}

const sha256 = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

function parseObject(text: string, name: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Fields;
  } catch {
    // not JSON
  }
  throw new Refusal(`${name} is not a JSON object`);
}

function objectOf(fields: Fields, name: string): Fields {
  const value = fields[name];
  if (typeof value !== 'object' || value === null) throw new Refusal(`${name} is missing`);
  return value as Fields;
}

function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Refusal(`${name} is missing`);
  return value;
}

function numberOf(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 2 ** 40)
    throw new Refusal(`${name} is not a whole number`);
  return value;
}

const decimal = { title: 'a decimal', pattern: /^-?\d+(\.\d+)?$/ };
const days = String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const day = { title: 'a day', pattern: new RegExp(`${days}$`) };
const instant = { title: 'an instant', pattern: new RegExp(`${days}T([01]\\d|2[0-3])(:[0-5]\\d){2}\\.\\d{3}Z$`) };

function formOf(fields: Fields, name: string, { title, pattern }: typeof decimal): string {
  const value = textOf(fields, name);
  if (!pattern.test(value)) throw new Refusal(`${name} is not ${title}`);
  return value;
}

function bytesOf(fields: Fields, name: string, length: number): Buffer {
  const value = textOf(fields, name);
  if (value.length !== length * 2 || !/^[0-9a-f]*$/.test(value))
    throw new Refusal(`${name} is not ${length} bytes in hexadecimal digits`);
  return Buffer.from(value, 'hex');
}

process.exitCode = main(process.argv.slice(2));
