import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/**
 * `node tools/witness.ts SITE --state FILE`: follows the signed tree heads of a public log, and raises an alarm when its history
 * was rewritten. It shares no code with the product, so that it can be read on its own. docs/public-log.md describes its checks,
 * files and options. Exits with 0 if the log has only grown, 1 after an alarm, 2 if an option or file is wrong, and 3 without an
 * alarm if the site could not be read.
 */

class Stop extends Error {
  readonly code: 1 | 2 | 3;

  constructor(code: 1 | 2 | 3, sentence: string, evidence?: unknown) {
    super(sentence, { cause: evidence });
    this.code = code;
  }
}

/** A finding that is an alarm only if it persists after a pause, because a cache may have sent an outdated response. */
class PerhapsOutdated extends Stop {}

const alarm = (sentence: string, evidence: unknown): Stop => new Stop(1, sentence, evidence);
const alarmIfItPersists = (sentence: string, evidence: unknown): Stop => new PerhapsOutdated(1, sentence, evidence);

type Fields = Readonly<Record<string, unknown>>;
type Head = Readonly<Record<'rootHash' | 'signedAt' | 'keyId' | 'signature', string>> & { readonly treeSize: number };
type Key = Readonly<Record<'keyId' | 'publicKey' | 'createdAt', string>> &
  Readonly<Record<'previousKeyId' | 'succession', string | null>>;

/** The record that the witness stores and publishes as its feed. Keys and heads are in the order in which they were made. */
interface Memory {
  readonly format: 'donation-log-witness-v1';
  readonly site: string;
  readonly keys: readonly Key[];
  readonly heads: readonly (Head & { readonly seenAt: string })[];
  readonly alarms: readonly { readonly at: string; readonly sentence: string; readonly evidence: unknown }[];
}

const usage = `Usage: node tools/witness.ts SITE --state FILE [--feed FILE] [--compare FEED]… [--on-alarm COMMAND]
  [--every SECONDS] [--key ID] [--accept-key ID] [--patience SECONDS]`;

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const more = { compare: { ...text, multiple: true }, patience: { ...text, default: '15' } } as const;
  const options = { ...more, state: text, feed: text, 'on-alarm': text, every: text, key: text, 'accept-key': text };
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [site = ''] = positionals;
    const areSeconds = [values.every ?? 0, values.patience].every((seconds) => Number(seconds) >= 0);
    if (positionals.length === 1 && areSeconds && values.state !== undefined && /^https?:\/\//.test(site))
      return { ...values, state: values.state, site: site.replace(/\/+$/, '') };
  } catch {} // an unknown option
  return undefined;
}

type Options = NonNullable<ReturnType<typeof readOptions>>;

export async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) process.stderr.write(`${usage}\n`);
  const everyMs = Number(options?.every ?? 0) * 1000;
  for (;;) {
    const code = options ? await checkOnce(options) : 2;
    if (!options || !(everyMs > 0)) return code;
    await wait(everyMs);
  }
}

/** Checks the log once. Returns the exit code. */
async function checkOnce(options: Options): Promise<number> {
  let memory: Memory | undefined;
  try {
    memory = readMemory(options);
    const seen = await follow(options, memory);
    save(options, seen);
    const { treeSize, signedAt } = seen.heads.at(-1) ?? { treeSize: 0, signedAt: 'never' };
    process.stdout.write(`The log has only grown: ${treeSize} leaves, last signed: ${signedAt}.\n`);
    return 0;
  } catch (error) {
    const stop = error instanceof Stop ? error : new Stop(2, String(error)); // a file that cannot be read or written
    process.stderr.write(`${stop.code === 1 ? 'ALARM: ' : ''}${stop.message}\n`);
    if (memory && stop.code === 1) raiseAlarm(options, memory, stop);
    return stop.code;
  }
}

/** Remembers the alarm with its evidence. The head that we trust stays, so the alarm repeats until a person has looked. */
function raiseAlarm(options: Options, memory: Memory, { message: sentence, cause: evidence }: Stop): void {
  if (memory.alarms.at(-1)?.sentence !== sentence)
    save(options, { ...memory, alarms: [...memory.alarms, { at: new Date().toISOString(), sentence, evidence }] });
  if (options['on-alarm'] === undefined) return;
  spawnSync(options['on-alarm'], { shell: true, stdio: 'inherit', env: { ...process.env, WITNESS_ALARM: sentence } });
}

const follow = (options: Options, memory: Memory): Promise<Memory> =>
  followOnce(options, memory).catch(async (error: unknown) => {
    if (!(error instanceof PerhapsOutdated)) throw error;
    await wait(Number(options.patience) * 1000);
    return followOnce(options, memory);
  });

async function followOnce(options: Options, memory: Memory): Promise<Memory> {
  const feeds = await Promise.all((options.compare ?? []).map(readFeed)); // before the site's head, which must include theirs
  const keys = checkKeys(options, memory, (await get(options.site, '/api/log/keys'))['keys']);
  const known = memory.heads.at(-1);
  const head = await getHead(options.site);
  if (!head && known) throw alarmIfItPersists(`the log had ${known.treeSize} leaves and now has no head`, { known });
  if (head) checkHead(head, keys, known);
  if (head && known) await checkGrowth(options.site, known, head);
  const seen = remember({ ...memory, keys }, head);
  for (const feed of feeds) await compareWith(options.site, seen, feed);
  return seen;
}

/** Checks that the site still has all keys that we know, and that each new key is signed by the one before it. */
function checkKeys(options: Options, memory: Memory, keys: unknown): readonly Key[] {
  if (!Array.isArray(keys) || !keys.every(isKey))
    throw new Stop(3, 'the site responded with something other than keys');
  if (!memory.keys.every((key, index) => key.publicKey === keys[index]?.publicKey))
    throw alarmIfItPersists('the log has other signing keys than before', { known: memory.keys, keys });
  for (const [index, key] of keys.entries()) {
    const previous = keys[index - 1];
    const { keyId, publicKey, createdAt, previousKeyId, succession } = key;
    if (!sha256(Buffer.from(publicKey, 'hex')).toString('hex').startsWith(keyId))
      throw alarm(`the id ${keyId} does not match its key`, key);
    if (!previous || index < memory.keys.length || keyId === options['accept-key']) continue;
    if (succession === null)
      throw alarm(`the key ${keyId} replaces one that did not sign it; if you trust it: --accept-key ${keyId}`, key);
    const message = `donation-log key v1\n${keyId}\n${publicKey}\n${createdAt}\n${previous.keyId}\n`;
    if (previousKeyId !== previous.keyId || !isSigned(message, succession, previous))
      throw alarm(`the key ${keyId} is not signed by the one before it`, key);
  }
  if (options.key !== undefined && !keys.some(({ keyId }) => keyId === options.key))
    throw alarm(`the log does not have the key ${options.key}`, { keys });
  return keys;
}

function checkHead(head: Head, keys: readonly Key[], known?: Head): void {
  const ids = keys.map(({ keyId }) => keyId);
  const key = keys[ids.indexOf(head.keyId)];
  if (!key) throw alarmIfItPersists(`a tree head is signed with the unknown key ${head.keyId}`, { head });
  if (known && ids.indexOf(head.keyId) < ids.indexOf(known.keyId) && head.treeSize !== known.treeSize)
    throw alarmIfItPersists(`a tree head is signed with the replaced key ${head.keyId}`, { head, known });
  if (!isHeadSigned(head, key)) throw alarm('the signature of a tree head is wrong', { head });
}

const isHeadSigned = ({ treeSize, rootHash, signedAt, keyId, signature }: Head, key: Key): boolean =>
  isSigned(`donation-log head v1\n${treeSize}\n${rootHash}\n${signedAt}\n${keyId}\n`, signature, key);

/** Checks that the later head's tree begins with the earlier head's (RFC 9162, 2.1.4). */
async function checkGrowth(site: string, known: Head, head: Head): Promise<void> {
  const [from, to] = [known.treeSize, head.treeSize];
  if (to < from) throw alarmIfItPersists(`the log has shrunk from ${from} to ${to} leaves`, { known, head });
  if (to === from) {
    if (head.rootHash === known.rootHash) return;
    throw alarm(`two heads of ${to} leaves have different roots`, { known, head });
  }
  const { hashes } = await get(site, `/api/log/consistency/${from}/${to}`);
  if (!Array.isArray(hashes) || !isConsistent(known, head, hashes))
    throw alarm(`the log of ${to} leaves does not begin with the one of ${from}`, { known, head, hashes });
}

function isConsistent(known: Head, head: Head, hashes: readonly unknown[]): boolean {
  if (known.treeSize === 0) return hashes.length === 0 && known.rootHash === sha256().toString('hex');
  const path = hashes.flatMap((hash) => (isHex(hash, 32) ? [Buffer.from(hash, 'hex')] : []));
  const roots = rootsOf({ from: known.treeSize, to: head.treeSize, isFirst: true }, path, known.rootHash);
  const [before, after] = roots?.map((root) => root.toString('hex')) ?? [];
  return path.length === 0 && before === known.rootHash && after === head.rootHash;
}

/** Computes the roots of the first `from` and of all `to` leaves from a consistency proof (RFC 9162, 2.1.4.1). Empties `path`. */
function rootsOf(
  { from, to, isFirst }: { readonly from: number; readonly to: number; readonly isFirst: boolean },
  path: Buffer[],
  knownRoot: string,
): readonly [before: Buffer, after: Buffer] | undefined {
  const other = from === to && isFirst ? Buffer.from(knownRoot, 'hex') : path.pop();
  if (!other) return undefined;
  if (from === to) return [other, other];
  let left = 1;
  while (left * 2 < to) left *= 2;
  const isLeft = from <= left;
  const part = isLeft ? { from, to: left, isFirst } : { from: from - left, to: to - left, isFirst: false };
  const roots = rootsOf(part, path, knownRoot);
  if (!roots) return undefined;
  const [before, after] = roots;
  const join = (node: Buffer, sibling: Buffer): Buffer => sha256(Buffer.of(1), node, sibling);
  return isLeft ? [before, join(after, other)] : [join(other, before), join(other, after)];
}

/** Checks that the newest 20 heads that another witness was shown belong to the log that we were shown. */
async function compareWith(site: string, seen: Memory, feed: Memory): Promise<void> {
  const mine = seen.heads.at(-1);
  for (const head of feed.heads.slice(-20)) {
    const key = seen.keys.find(({ keyId }) => keyId === head.keyId);
    const evidence = { head, known: mine };
    if (!key) throw alarmIfItPersists(`another witness was shown the key ${head.keyId}, and we were not`, evidence);
    if (!isHeadSigned(head, key)) throw new Stop(2, 'the other feed has a tree head that the log did not sign');
    if (!mine || head.treeSize > mine.treeSize)
      throw alarmIfItPersists(`another witness was shown ${head.treeSize} leaves, and we were not`, evidence);
    await checkGrowth(site, head, seen.heads.find(({ treeSize }) => treeSize === head.treeSize) ?? mine);
  }
}

/** Adds a tree head to the record, which keeps the newest 1000 heads and the first of each day. */
function remember(memory: Memory, head: Head | undefined): Memory {
  if (!head || memory.heads.at(-1)?.treeSize === head.treeSize) return memory;
  const heads = [...memory.heads, { ...head, seenAt: new Date().toISOString() }];
  const dayOf = (index: number): string | undefined => heads[index]?.seenAt.slice(0, 10);
  const kept = heads.filter((_, index) => index >= heads.length - 1000 || dayOf(index) !== dayOf(index - 1));
  return { ...memory, heads: kept };
}

function readMemory({ state, site }: Options): Memory {
  if (!existsSync(state)) return { format: 'donation-log-witness-v1', site, keys: [], heads: [], alarms: [] };
  const memory = parseMemory(readFileSync(state, 'utf8'));
  if (!memory) throw new Stop(2, `${state} is damaged: restore it from a copy, or move it away to start over`);
  if (memory.site !== site) throw new Stop(2, `${state} belongs to ${memory.site}`);
  return memory;
}

/** Replaces each file as a whole, so that no one reads half of it. */
function save({ state, feed }: Options, memory: Memory): void {
  for (const file of feed === undefined ? [state] : [state, feed]) {
    writeFileSync(`${file}.new`, `${JSON.stringify(memory, null, 1)}\n`, { flush: true });
    renameSync(`${file}.new`, file);
  }
}

function parseMemory(text: string): Memory | undefined {
  try {
    const memory = JSON.parse(text) as Memory;
    const isComplete = memory.format === 'donation-log-witness-v1' && Array.isArray(memory.alarms);
    return isComplete && memory.keys.every(isKey) && memory.heads.every(isHead) ? memory : undefined;
  } catch {
    return undefined;
  }
}

async function readFeed(source: string): Promise<Memory> {
  const readText = (): string => (existsSync(source) ? readFileSync(source, 'utf8') : '');
  const memory = parseMemory(/^https?:\/\//.test(source) ? await fetchText(source) : readText());
  if (!memory) throw new Stop(3, `${source} is not the feed of a witness`);
  return memory;
}

async function getHead(site: string): Promise<Head | undefined> {
  const head = await get(site, '/api/log/head');
  if (isHead(head)) return head;
  if (head['code'] === 'not_found') return undefined;
  throw new Stop(3, 'the site responded with something other than a tree head');
}

async function get(site: string, path: string): Promise<Fields> {
  const text = await fetchText(`${site}${path}`);
  try {
    return Object(JSON.parse(text)) as Fields;
  } catch {
    throw new Stop(3, `${site}${path} did not respond with JSON`);
  }
}

async function fetchText(address: string): Promise<string> {
  const settings = { cache: 'no-store', signal: AbortSignal.timeout(30_000) } as const;
  const response = await fetch(address, settings).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (response && text !== undefined && (response.ok || response.status === 404)) return text;
  throw new Stop(3, response ? `${address} responded with ${response.status}` : `${address} cannot be reached`);
}

function isHead(value: unknown): value is Head & { readonly seenAt: string } {
  const { treeSize, rootHash, signedAt = '', keyId, signature } = Object(value) as Partial<Head>;
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(signedAt);
  const isSize = Number.isSafeInteger(treeSize) && Number(treeSize) >= 0;
  return isInstant && isSize && isHex(rootHash, 32) && isHex(keyId, 8) && isHex(signature, 64);
}

function isKey(value: unknown): value is Key {
  const { keyId, publicKey, createdAt, succession } = Object(value) as Partial<Key>;
  if (!isHex(keyId, 8) || !isHex(publicKey, 32) || typeof createdAt !== 'string') return false;
  return succession === null || isHex(succession, 64);
}

const isHex = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.length === bytes * 2 && /^[0-9a-f]*$/.test(value);

function isSigned(message: string, signature: string, { publicKey }: Key): boolean {
  const der = Buffer.from(`302a300506032b6570032100${publicKey}`, 'hex'); // an Ed25519 key as in RFC 8410
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(message), key, Buffer.from(signature, 'hex'));
}

const sha256 = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
