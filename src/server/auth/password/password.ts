import { hash, verify } from '@node-rs/argon2';

/** An argon2id hash in PHC format, which includes salt and cost. */
export const hashPassword = (password: string): Promise<string> =>
  limitConcurrency(() => hash(normalize(password), cost));

/**
 * Compares a password with a hash. Without a hash, as for a user who does not exist, the result is false after the same work,
 * so that the response time reveals nothing.
 */
export const isPassword = (password: string, passwordHash: string | undefined): Promise<boolean> =>
  limitConcurrency(
    async () => (await verify(passwordHash ?? decoy, normalize(password))) && passwordHash !== undefined,
  );

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

const concurrencyMax = 2; // each hash takes 19 MiB and a core: more at once would only slow down everything else
let running = 0;
const waiting: (() => void)[] = [];

async function limitConcurrency<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < concurrencyMax) running += 1;
  else await nextSlot(); // finished work passes its slot on
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function nextSlot(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  return promise;
}
