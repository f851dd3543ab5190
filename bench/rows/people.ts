import { hash } from '@node-rs/argon2';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { donorRow } from './donor.ts';

/** What the people of a benchmark sign in with. */
export const peoplesPassword = 'bread and roses for everybody';

/** A hash of a password at the product's cost (design 6). */
export const hashAtFullCost = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });

/** User name of the nth of them; the e-mail address is the same at donate.example. */
export const personName = (number: number): string => `person${number}`;

/** Writes people who can sign in, all with one hash: what is measured is one verification each. */
export async function writePeople(db: Database, count: number): Promise<void> {
  const passwordHash = await hashAtFullCost(peoplesPassword);
  await inTransaction(db, async (tx) => {
    for (let number = 0; number < count; number += 1)
      await tx.insertInto('users').values(personRow(number, passwordHash)).execute();
  });
}

function personRow(number: number, passwordHash: string) {
  const name = personName(number);
  const email = `${name}@donate.example`;
  return {
    ...donorRow(new Date()),
    id: `usr_${String(number).padStart(26, 'P')}`,
    username: name,
    username_key: name,
    email,
    email_key: email,
    password_hash: passwordHash,
  };
}
