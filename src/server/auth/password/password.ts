import { hash, verify } from '@node-rs/argon2';
import type { Deps } from '#server/deps.ts';
import { createFairQueue, type FairQueue } from '#server/fair-queue.ts';
import { Refusal } from '#server/http/error-reply.ts';
import { networkOf } from '#server/http/network-of.ts';

/** The only way to work with passwords, because each hash takes 19 MiB and a core. */
export interface PasswordHasher {
  /** An argon2id hash in PHC format, which includes salt and cost. */
  hash(password: string): Promise<string>;
  /**
   * Compares a password with a hash. Without a hash, as for a user who does not exist, the result is false after the same work,
   * so that the response time reveals nothing.
   */
  isPassword(password: string, passwordHash: string | undefined): Promise<boolean>;
}

/**
 * Queues work that hashes passwords, fairly by network. By the time it runs, the reason for it may be gone, so the work must
 * check the reason again. Throws a 503 when too many are waiting.
 */
export const whenHashing = <Result>(
  { passwordQueue }: Pick<Deps, 'passwordQueue'>,
  address: string,
  work: (hasher: PasswordHasher) => Promise<Result>,
): Promise<Result> => passwordQueue.run(networkOf(address), () => work(hasher));

/** Hashes a password when it is the turn of the caller's network. */
export const hashPassword = (deps: Pick<Deps, 'passwordQueue'>, password: string, address: string): Promise<string> =>
  whenHashing(deps, address, (hashing) => hashing.hash(password));

/** The caller's address when the server hashes passwords from its configuration. */
export const ownAddress = 'localhost';

/** Creates the queue. More than two hashes at the same time would slow down everything else. */
export const createPasswordQueue = (waitingMax: number): FairQueue =>
  createFairQueue({
    slots: 2,
    waitingMax,
    whenFull: () => new Refusal('unavailable', 'Too many people are signing in. Please try again in a few seconds.'),
  });

/** OWASP's minimum for argon2id, which is the library's default variant: 19 MiB and two passes. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that matches no known password: its digest is the text `no password has this digest.....`. */
const decoy =
  `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}` +
  `$${phcBase64('a decoy has salt')}$${phcBase64('no password has this digest.....')}`;

function phcBase64(text: string): string {
  return Buffer.from(text).toString('base64').replaceAll('=', '');
}

/** The same characters typed on another system may arrive in another Unicode form (RFC 8265, OpaqueString). */
const normalize = (password: string): string => password.normalize('NFC');

const hasher: PasswordHasher = {
  hash: (password) => hash(normalize(password), cost),
  isPassword: async (password, passwordHash) =>
    (await verify(passwordHash ?? decoy, normalize(password))) && passwordHash !== undefined,
};
