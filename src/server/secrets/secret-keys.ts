import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, parseSecretKeys, type Config } from '#server/config/config.ts';
import type { SecretKeys } from './encryption.ts';
import { fileProblem } from '#server/disk/file-problem.ts';
import { makePrivateFolder, privateMode, writeOnce } from '#server/disk/private-files.ts';

/** The name of the generated key's file in the data folder. */
const secretKeyFile = 'secret-key';

/**
 * Loads the keys that encrypt secrets in the database: those of the configuration, then those in the data folder's file, which is
 * generated if there are none at all. Only the file's owner can read it.
 */
export function loadSecretKeys({ secretKeys, dataDir }: Pick<Config, 'secretKeys' | 'dataDir'>): SecretKeys {
  const file = join(dataDir, secretKeyFile);
  if (secretKeys.length === 0 && !existsSync(file))
    orRefuse(`${file} cannot be written`, 'make DATA_DIR writable, or set SECRET_KEY', () => generate(dataDir, file));
  const advice = 'it must be a file that belongs to the user who runs the product';
  const stored = existsSync(file) ? orRefuse(`${file} cannot be used`, advice, () => readKeys(file)) : [];
  const [first, ...former] = [...secretKeys, ...stored];
  if (first) return [first, ...former];
  throw new ConfigError(`${file} does not contain a secret key: restore it from the backup.`);
}

/** Turns an error of the file system into one sentence for the operator. */
function orRefuse<Result>(problem: string, advice: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    throw new ConfigError(`${problem} (${reason}): ${advice}.`);
  }
}

function generate(dataDir: string, file: string): void {
  makePrivateFolder(dataDir);
  writeOnce(file, randomBytes(32).toString('base64'));
}

function readKeys(file: string): readonly Uint8Array[] {
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, privateMode); // restored from a backup without its permissions
  return parseSecretKeys(readFileSync(file, 'utf8')) ?? [];
}
