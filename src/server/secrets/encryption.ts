import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { Random } from '#server/deps.ts';
import type { Encryption } from '#server/ports/encryption.ts';

/**
 * Encrypts with the first key; texts that were encrypted with the other, former keys can still be read. A stored text consists
 * of the version of this format, the id of its key, and nonce, ciphertext and authentication tag in base64url.
 */
export function createEncryption([first, ...former]: SecretKeys, random: Random): Encryption {
  const keysById = new Map([first, ...former].map((key) => [idOf(key), key]));
  const prefix = `v1.${idOf(first)}.`;
  return {
    prefix,
    encrypt: (text, purpose) => {
      const nonce = random.bytes(nonceBytes);
      const cipher = createCipheriv(algorithm, first, nonce).setAAD(Buffer.from(purpose));
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return prefix + Buffer.concat(parts).toString('base64url');
    },
    decrypt: (stored, purpose) => {
      const [, keyId = '', content = ''] = /^v1\.([0-9a-f]{8})\.([\w-]+)$/.exec(stored) ?? [];
      const key = keysById.get(keyId);
      return key && open(key, Buffer.from(content, 'base64url'), purpose);
    },
  };
}

/** Keys of 32 bytes, the current one first. */
export type SecretKeys = readonly [Uint8Array, ...Uint8Array[]];

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const idOf = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

function open(key: Uint8Array, sealed: Buffer, purpose: string): string | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return undefined; // the tag does not match: damaged, or for another purpose
  }
}
