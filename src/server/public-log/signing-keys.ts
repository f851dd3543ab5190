import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { fromHex, toHex } from '#domain/public-log/bytes.ts';
import { keyIdLength, successionBytes } from '#domain/public-log/signed-texts.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { LogKeyRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { withLogLock } from './log-lock.ts';
import { sha256 } from './tree-hashes.ts';

/** The key that signs the public log now. */
export interface SigningKey {
  readonly keyId: string;
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

type KeyDeps = Pick<Deps, 'encryption' | 'random' | 'clock'>;

/**
 * Returns the newest key; creates one if there is none. Replaces a key from before a restore, because it may have signed heads
 * that the database no longer has, and must not sign others of the same size. Returns undefined if the newest key cannot be
 * decrypted. The caller holds the public log's lock.
 */
export async function ensureSigningKey(deps: KeyDeps, tx: Tx): Promise<SigningKey | undefined> {
  const newest = (await findNewestKey(tx)) ?? (await createKey(deps, tx, undefined));
  const key = readSigningKey(deps, newest);
  if (!key || newest.created_at >= (await findLastRestore(tx))) return key;
  return readSigningKey(deps, await replaceKey(deps, tx, { row: newest, reason: 'A backup was restored' }));
}

/** Finds the time at which the last restore was noticed; empty if there was none. */
async function findLastRestore(tx: Tx): Promise<string> {
  const { last } = await tx
    .selectFrom('restores')
    .select((e) => e.fn.max<string | null>('noticed_at').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? '';
}

const findNewestKey = (db: Queryable): Promise<LogKeyRow | undefined> =>
  db.selectFrom('log_keys').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();

function readSigningKey({ encryption }: KeyDeps, row: LogKeyRow): SigningKey | undefined {
  const seed = row.private_key === null ? undefined : encryption.decrypt(row.private_key, purposeOf(row.key_id));
  const bytes = seed === undefined ? undefined : fromHex(seed, seedBytes);
  if (!bytes) return undefined;
  const privateKey = privateKeyOf(bytes);
  return {
    keyId: row.key_id,
    publicKey: row.public_key,
    sign: (message) => sign(null, message, privateKey),
  };
}

/** The key that a new one replaces, and the reason. */
interface Replaced {
  readonly row: LogKeyRow;
  readonly reason: string;
}

async function createKey(deps: KeyDeps, tx: Tx, replaced: Replaced | undefined): Promise<LogKeyRow> {
  const seed = Uint8Array.from(deps.random.bytes(seedBytes));
  const publicKey = publicKeyOf(privateKeyOf(seed));
  const keyId = toHex(sha256(publicKey)).slice(0, keyIdLength);
  // if our clock is behind, the key would otherwise be older than the restore and be replaced again and again
  const createdAt = laterOf(deps.clock.now().toISOString(), await findLastRestore(tx));
  const succession =
    replaced &&
    readSigningKey(deps, replaced.row)?.sign(
      successionBytes({ keyId, publicKey: toHex(publicKey), createdAt, previousKeyId: replaced.row.key_id }),
    );
  const row: LogKeyRow = {
    number: (replaced?.row.number ?? 0) + 1,
    key_id: keyId,
    public_key: publicKey,
    private_key: deps.encryption.encrypt(toHex(seed), purposeOf(keyId)),
    created_at: createdAt,
    succession: succession ?? null,
    reason: replaced?.reason ?? null,
  };
  await tx.insertInto('log_keys').values(row).execute();
  return row;
}

const laterOf = (one: string, other: string): string => (one > other ? one : other);

async function replaceKey(deps: KeyDeps, tx: Tx, replaced: Replaced): Promise<LogKeyRow> {
  const created = await createKey(deps, tx, replaced);
  await tx.updateTable('log_keys').set({ private_key: null }).where('number', '=', replaced.row.number).execute();
  return created;
}

const purposeOf = (keyId: string): string => `public log key ${keyId}`;

const seedBytes = 32;

/** Creates an Ed25519 private key from its seed of 32 bytes, by way of DER (RFC 8410). */
const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' });

const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

const publicKeyOf = (privateKey: KeyObject): Uint8Array =>
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);

/** `isSigned` is true if the previous key has signed the new one, and false if it could not be read or there was none. */
export interface RotatedKey {
  readonly keyId: string;
  readonly isSigned: boolean;
}

/** Replaces the signing key. The old private key is deleted; its public key stays, because it signed earlier heads. */
export const rotateSigningKey = (deps: KeyDeps & Pick<Deps, 'db'>, reason: string): Promise<RotatedKey> =>
  inTransaction(deps.db, (tx) =>
    withLogLock(tx, async () => {
      const newest = await findNewestKey(tx);
      const created = newest
        ? await replaceKey(deps, tx, { row: newest, reason })
        : await createKey(deps, tx, undefined);
      return { keyId: created.key_id, isSigned: created.succession !== null };
    }),
  );

/** Encrypts the signing key with the current secret key. Can be repeated, and several servers can run it at the same time. */
export async function encryptSigningKey({
  db,
  encryption,
  log,
}: Pick<Deps, 'db' | 'encryption' | 'log'>): Promise<void> {
  const { key_id: keyId, private_key: stored } = (await findNewestKey(db.read)) ?? {};
  if (keyId === undefined || typeof stored !== 'string') return;
  const seed = encryption.decrypt(stored, purposeOf(keyId));
  if (seed === undefined) log.error({ keyId }, 'the signing key of the public log cannot be read; needs review');
  else if (!stored.startsWith(encryption.prefix))
    await db.write
      .updateTable('log_keys')
      .set({ private_key: encryption.encrypt(seed, purposeOf(keyId)) })
      .where('key_id', '=', keyId)
      .where('private_key', '=', stored)
      .execute();
}
