import { hash } from '@node-rs/argon2';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { donorRow } from './donor.ts';

export const testPassword = 'bread and roses for everyone';

/** Hashes a password with the product's cost settings. */
export const hashAtFullCost = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });

/** Username of the nth test user; the email address is this name at donate.example. */
export const testUsername = (number: number): string => `person${number}`;

/** Writes users who can sign in. All share one hash, since each login verifies it once anyway. */
export async function writeTestUsers(db: Database, count: number): Promise<void> {
  const passwordHash = await hashAtFullCost(testPassword);
  await inTransaction(db, async (tx) => {
    for (let number = 0; number < count; number += 1)
      await tx.insertInto('users').values(userRow(number, passwordHash)).execute();
  });
}

function userRow(number: number, passwordHash: string) {
  const name = testUsername(number);
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
