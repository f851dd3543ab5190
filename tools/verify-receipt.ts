import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * `node tools/verify-receipt.ts FILE… [--key KEY-ID]`: checks receipt proofs without a network. It shares no code with the
 * product, so that it can be read alone: docs/decisions/0148-verifying-a-receipt.md describes what it checks. With `--key`, only
 * proofs signed with that key are accepted. Exits with 1 if a proof is refused.
 */

/** A proof is refused; the message says why. */
class Refusal extends Error {}

type Fields = Readonly<Record<string, unknown>>;

const usage = 'Usage: node tools/verify-receipt.ts FILE… [--key KEY-ID]';

function main(args: readonly string[]): number {
  const keyAt = args.indexOf('--key');
  const trustedKey = keyAt === -1 ? undefined : args[keyAt + 1];
  const files = args.filter((_, index) => keyAt === -1 || (index !== keyAt && index !== keyAt + 1));
  if (files.length === 0 || (keyAt !== -1 && trustedKey === undefined)) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const isAccepted = files.map((file) => checkFile(file, trustedKey));
  return isAccepted.every(Boolean) ? 0 : 1;
}

function checkFile(file: string, trustedKey: string | undefined): boolean {
  try {
    const lines = checkProof(parseObject(readText(file), 'the file'), trustedKey);
    process.stdout.write([`${file}: accepted`, ...lines.map((line) => `  ${line}`), ''].join('\n'));
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

/** Checks a proof, and returns in words what it proves. */
function checkProof(proof: Fields, trustedKey: string | undefined): readonly string[] {
  if (proof['format'] !== 'donation-log-receipt-v1') throw new Refusal('this is not a receipt proof');
  const entryText = textOf(proof, 'entry');
  if (!/^[ -~]+$/.test(entryText)) throw new Refusal('the entry has characters that are not ASCII');
  const entry = parseObject(entryText, 'the entry');
  const publicKey = bytesOf(proof, 'publicKey', 32);
  const commitment = sha256(
    Buffer.from('donation-log entry v1\n'),
    bytesOf(proof, 'salt', 32),
    Buffer.from(entryText, 'ascii'),
  );
  const evidence = objectOf(proof, 'evidence');
  const what = describeEntry(entry);
  switch (evidence['kind']) {
    case 'promise':
      return [what, ...checkPromise(evidence, commitment, { publicKey, trustedKey })];
    case 'inclusion':
      return [what, ...checkInclusion(evidence, commitment, { publicKey, trustedKey })];
    default:
      throw new Refusal('the evidence is of an unknown kind');
  }
}

interface Keys {
  readonly publicKey: Buffer;
  readonly trustedKey: string | undefined;
}

function describeEntry(entry: Fields): string {
  if (entry['version'] !== 1) throw new Refusal('the entry has an unknown version');
  const kind = textOf(entry, 'kind');
  if (kind !== 'donation' && kind !== 'refund' && kind !== 'dispute') throw new Refusal('the entry is no donation');
  const [amount, fee, total] = ['amount', 'serviceFee', 'total'].map((name) => {
    const value = textOf(entry, name);
    if (!/^-?\d+(\.\d+)?$/.test(value)) throw new Refusal(`the entry's ${name} is not an amount`);
    return value;
  });
  const at = textOf(entry, kind === 'donation' ? 'paidAt' : 'reversedAt');
  const [currency, charity] = [textOf(entry, 'currency'), textOf(entry, 'charityName')];
  const whole = `${total} ${currency} (${amount} for ${printable(charity)}, ${fee} service fee)`;
  return `${kind} ${textOf(entry, 'donation')}: ${whole}, ${at}`;
}

/** Without characters that could make a terminal show something else. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '?');

function checkPromise(evidence: Fields, commitment: Buffer, keys: Keys): readonly string[] {
  const includedBy = instantOf(evidence, 'includedBy');
  const keyId = checkKey(textOf(evidence, 'keyId'), keys);
  const message = `donation-log promise v1\n${commitment.toString('hex')}\n${includedBy}\n${keyId}\n`;
  checkSignature(message, bytesOf(evidence, 'signature', 64), keys);
  return [
    `promised by key ${keyId} to be in the log by ${includedBy}; get a new proof then`,
    ...limits(keys, `inclusion of the commitment ${commitment.toString('hex')} was not checked`),
  ];
}

function checkInclusion(evidence: Fields, commitment: Buffer, keys: Keys): readonly string[] {
  const head = objectOf(evidence, 'head');
  const [treeSize, leafIndex] = [numberOf(head, 'treeSize'), numberOf(evidence, 'leafIndex')];
  const rootHash = bytesOf(head, 'rootHash', 32);
  const signedAt = instantOf(head, 'signedAt');
  const keyId = checkKey(textOf(head, 'keyId'), keys);
  const message = `donation-log head v1\n${treeSize}\n${rootHash.toString('hex')}\n${signedAt}\n${keyId}\n`;
  checkSignature(message, bytesOf(head, 'signature', 64), keys);
  const { hashes } = evidence;
  if (!Array.isArray(hashes)) throw new Refusal('hashes is missing');
  const path = hashes.map((_, index) => bytesOf(hashes as unknown as Fields, String(index), 32));
  if (leafIndex >= treeSize) throw new Refusal('the leaf is not in a tree of this size');
  if (!rootOf(sha256(Buffer.of(0), commitment), { leafIndex, treeSize, path }).equals(rootHash))
    throw new Refusal('the hashes do not lead from the entry to the signed head');
  return [
    `leaf ${leafIndex} of the log, in the head of ${treeSize} leaves that key ${keyId} signed at ${signedAt}`,
    ...limits(keys, 'compare this head with one from someone else: it shows that both of you see the same log'),
  ];
}

function limits({ trustedKey }: Keys, last: string): readonly string[] {
  const whose = 'whose key this is was not checked: compare it with a copy from elsewhere, and use --key';
  return [...(trustedKey === undefined ? [whose] : []), last];
}

/** RFC 9162, 2.1.3: the root of a tree, from a leaf's hash and its path, whose last hash is next to the root. */
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
  const rest = path.slice(0, -1);
  if (leafIndex < left)
    return sha256(Buffer.of(1), rootOf(leafHash, { leafIndex, treeSize: left, path: rest }), sibling);
  const right = { leafIndex: leafIndex - left, treeSize: treeSize - left, path: rest };
  return sha256(Buffer.of(1), sibling, rootOf(leafHash, right));
}

function checkKey(keyId: string, { publicKey, trustedKey }: Keys): string {
  if (sha256(publicKey).toString('hex').slice(0, 16) !== keyId) throw new Refusal('the public key has another id');
  if (trustedKey !== undefined && trustedKey !== keyId) throw new Refusal(`the key ${keyId} is not ${trustedKey}`);
  return keyId;
}

function checkSignature(message: string, signature: Buffer, { publicKey }: Keys): void {
  const spkiStart = Buffer.from('302a300506032b6570032100', 'hex');
  const key = createPublicKey({ key: Buffer.concat([spkiStart, publicKey]), format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(message), key, signature)) throw new Refusal('the signature is wrong');
}

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function parseObject(text: string, what: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Fields;
  } catch {
    // not JSON
  }
  throw new Refusal(`${what} is not a JSON object`);
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
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new Refusal(`${name} is not a whole number`);
  return value;
}

function instantOf(fields: Fields, name: string): string {
  const value = textOf(fields, name);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) throw new Refusal(`${name} is not an instant`);
  return value;
}

function bytesOf(fields: Fields, name: string, length: number): Buffer {
  const value = textOf(fields, name);
  if (value.length !== length * 2 || !/^[0-9a-f]*$/.test(value))
    throw new Refusal(`${name} is not ${length} bytes in hexadecimal digits`);
  return Buffer.from(value, 'hex');
}

process.exitCode = main(process.argv.slice(2));
