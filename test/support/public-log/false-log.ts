import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const sha256 = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** Computes the Merkle tree hash literally as in RFC 9162, 2.1.1. */
export function treeHash(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.of(0), Buffer.from(leaves[0] ?? ''));
  const left = splitOf(leaves.length);
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, left)), treeHash(leaves.slice(left)));
}

function splitOf(length: number): number {
  let left = 1;
  while (left * 2 < length) left *= 2;
  return left;
}

/** Computes the consistency proof literally as in RFC 9162, 2.1.4.1. */
function proofOf(from: number, leaves: readonly string[], isFirst = true): Buffer[] {
  if (from === leaves.length) return isFirst ? [] : [treeHash(leaves)];
  const left = splitOf(leaves.length);
  return from <= left
    ? [...proofOf(from, leaves.slice(0, left), isFirst), treeHash(leaves.slice(left))]
    : [...proofOf(from - left, leaves.slice(left), false), treeHash(leaves.slice(0, left))];
}

interface FalseKey {
  readonly keyId: string;
  readonly publicKey: string;
  readonly createdAt: string;
  readonly previousKeyId: string | null;
  succession: string | null;
  readonly privateKey: KeyObject;
}

/** A public log that a test can falsify, served like ours. */
export class FalseLog {
  leaves: string[] = [];
  readonly keys: FalseKey[] = [];
  /** Responses that replace the log's own, by path; a number is a status. */
  readonly responses = new Map<string, unknown>();
  /** Responses that replace the log's own once, by path, as a cache in between could. */
  readonly oldResponses = new Map<string, unknown>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '';
      const old = this.oldResponses.get(path);
      this.oldResponses.delete(path);
      const content = old ?? (this.responses.has(path) ? this.responses.get(path) : this.#content(path));
      if (typeof content === 'number') return void response.writeHead(content).end();
      const isMissing = typeof content === 'object' && content !== null && 'code' in content;
      response.writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' });
      response.end(typeof content === 'string' ? content : JSON.stringify(content));
    });
    this.rotate();
  }

  static async open(): Promise<FalseLog> {
    const log = new FalseLog();
    log.#server.listen(0, '127.0.0.1');
    await once(log.#server, 'listening');
    return log;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  grow(count: number, name = 'leaf'): void {
    for (let added = 0; added < count; added += 1) this.leaves.push(`${name} ${this.leaves.length}`);
  }

  /** Adds a key, which signs from now on. With `isLost`, the previous key does not sign it. */
  rotate({ isLost = false } = {}): void {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    const previous = this.keys.at(-1);
    const key = {
      keyId: sha256(raw).toString('hex').slice(0, 16),
      publicKey: raw.toString('hex'),
      createdAt: '2026-03-04T12:00:00.000Z',
      previousKeyId: previous?.keyId ?? null,
    };
    const message = `donation-log key v1\n${key.keyId}\n${key.publicKey}\n${key.createdAt}\n${key.previousKeyId}\n`;
    const succession =
      previous && !isLost ? sign(null, Buffer.from(message), previous.privateKey).toString('hex') : null;
    this.keys.push({ ...key, succession, privateKey });
  }

  head(leaves: readonly string[] = this.leaves, key = this.keys.at(-1)): Record<string, unknown> {
    if (!key) throw new TypeError('a log has a key');
    const head = {
      treeSize: leaves.length,
      rootHash: treeHash(leaves).toString('hex'),
      signedAt: '2026-03-04T12:00:20.000Z',
      keyId: key.keyId,
    };
    const message = `donation-log head v1\n${head.treeSize}\n${head.rootHash}\n${head.signedAt}\n${head.keyId}\n`;
    return { ...head, signature: sign(null, Buffer.from(message), key.privateKey).toString('hex') };
  }

  #content(path: string): unknown {
    const [, from, to] = /^\/api\/log\/consistency\/(\d+)\/(\d+)$/.exec(path) ?? [];
    if (path === '/api/log/head') return this.head();
    if (path === '/api/log/keys') return { keys: this.keys.map(({ privateKey: _secret, ...key }) => key) };
    if (from === undefined || Number(to) > this.leaves.length) return { code: 'not_found' };
    const hashes = from === '0' ? [] : proofOf(Number(from), this.leaves.slice(0, Number(to)));
    return { from, to, hashes: hashes.map((hash) => hash.toString('hex')) };
  }
}
