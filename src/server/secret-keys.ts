import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, parseSecretKeys, type Config } from '#server/config/config.ts';
import type { SecretKeys } from './encryption.ts';
import { writeOnce } from './write-once.ts';

/** The name of the generated key's file in the data folder. */
export const secretKeyFile = 'secret-key';

/**
 * The keys that encrypt secrets in the database: those of the configuration, then those in the data folder's file, which is
 * generated if there are none at all. Only the file's owner can read it.
 */
export function loadSecretKeys({ secretKeys, dataDir }: Pick<Config, 'secretKeys' | 'dataDir'>): SecretKeys {
  const file = join(dataDir, secretKeyFile);
  try {
    if (secretKeys.length === 0 && !existsSync(file)) generate(dataDir, file);
    const [first, ...former] = [...secretKeys, ...(existsSync(file) ? readKeys(file) : [])];
    if (first) return [first, ...former];
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new ConfigError(`${file} cannot be used (${String(error.code)}): make it readable, or set SECRET_KEY.`);
  }
  throw new ConfigError(`${file} does not contain a secret key: restore it from the backup.`);
}

function generate(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeOnce(file, randomBytes(32).toString('base64'));
}

function readKeys(file: string): readonly Uint8Array[] {
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600); // restored from a backup without its permissions
  return parseSecretKeys(readFileSync(file, 'utf8')) ?? [];
}
