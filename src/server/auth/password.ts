import { hash, verify } from '@node-rs/argon2';

/** The hash to keep of a password, with its salt and cost inside (PHC format, argon2id). */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(prepare(password), cost));

/**
 * Whether a password is the one behind a hash. Without a hash, as for a user that does not exist, the answer is no after
 * the same work, so that the time it takes tells nothing.
 */
export const isPassword = (password: string, passwordHash: string | undefined): Promise<boolean> =>
  inTurn(async () => (await verify(passwordHash ?? decoy, prepare(password))) && passwordHash !== undefined);

/** Cost of one hash (design 6). The library's default kind is argon2id. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that no known password has: its digest is the text `no password has this digest...`. */
const decoy =
  `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}` +
  `$${phc('a decoy has salt')}$${phc('no password has this digest.....')}`;

function phc(text: string): string {
  return Buffer.from(text).toString('base64').replaceAll('=', '');
}

/** The same characters typed on another system may arrive in another Unicode form (RFC 8265, OpaqueString). */
const prepare = (password: string): string => password.normalize('NFC');

const atOnceMax = 2; // each takes 19 MiB and a core: more at once would only slow each other and everything else
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < atOnceMax) running += 1;
  else await turn(); // whoever ends hands its place over
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function turn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  return promise;
}
