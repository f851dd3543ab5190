import type { SecondFactorRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

/** A second factor's secret as it is stored. It can be decrypted only in the row of its user. */
export type StoredSecret = Pick<SecondFactorRow, 'user_id' | 'secret'>;

/** The stored form of a secret. */
export const encryptSecret = ({ encryption }: Pick<Deps, 'encryption'>, userId: string, secret: string): string =>
  encryption.encrypt(secret, purposeOf(userId));

/** Returns undefined if the key is missing. A secret that an earlier release stored is not encrypted. */
export const decryptSecret = (
  { encryption }: Pick<Deps, 'encryption'>,
  { user_id: userId, secret }: StoredSecret,
): string | undefined => (isPlain(secret) ? secret : encryption.decrypt(secret, purposeOf(userId)));

/** Like `decryptSecret`, but logs when the key is missing: then no authenticator code works, only recovery codes do. */
export function readSecret(deps: Pick<Deps, 'encryption' | 'log'>, factor: StoredSecret): string | undefined {
  const secret = decryptSecret(deps, factor);
  if (secret === undefined) deps.log.error({ userId: factor.user_id }, 'a second factor cannot be read; needs review');
  return secret;
}

/** Base32, which no encrypted secret is. */
const isPlain = (secret: string): boolean => /^[A-Z2-7]+$/.test(secret);

const purposeOf = (userId: string): string => `second factor of ${userId}`;
