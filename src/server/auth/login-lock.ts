import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { nameKey } from './names.ts';

/** Whose failed logins are counted together, and how many lock it. */
export interface LockSubject {
  readonly name: string;
  readonly failuresMax: number;
}

/**
 * The account that a login names; also when there is none, so that a lock does not tell which names exist. Of an unknown
 * name only a hash is kept: people type passwords into the wrong field.
 */
export const accountSubject = (name: string, userId: string | undefined): LockSubject => ({
  name: userId ?? `name:${createHash('sha256').update(nameKey(name)).digest('base64url')}`,
  failuresMax: 10,
});

/** The address that logins come from; a house of IPv6 addresses is one. */
export const addressSubject = (address: string, rateLimitFactor: number): LockSubject => ({
  name: `address:${isIPv6(address) ? networkOf(address) : address}`,
  failuresMax: 60 * rateLimitFactor,
});

/** Whether a subject has failed too often within the last quarter of an hour. */
export async function isLocked(db: Queryable, subject: LockSubject, now: Date): Promise<boolean> {
  const { count } = await db
    .selectFrom('login_failures')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('subject', '=', subject.name)
    .where('failed_at', '>', windowStart(now))
    .executeTakeFirstOrThrow();
  return count >= subject.failuresMax;
}

/**
 * Notes a failed login of all subjects; false when one was locked meanwhile by others, and then nothing is noted: a lock
 * ends a quarter of an hour after the failures that made it, however often somebody knocks. Expired failures leave here.
 */
export const noteFailure = (deps: Deps, subjects: readonly LockSubject[]): Promise<boolean> =>
  unlessLocked(deps, subjects, async (tx, now) => {
    await tx.deleteFrom('login_failures').where('failed_at', '<=', windowStart(now)).execute();
    const failures = subjects.map(({ name }) => ({
      id: newId('lgf', deps.random),
      subject: name,
      failed_at: now.toISOString(),
    }));
    await tx.insertInto('login_failures').values(failures).execute();
  });

/** Forgets an account's failures after a right password; false when it was locked meanwhile: then the password was one guess too many. */
export const forgetFailures = (deps: Deps, account: LockSubject): Promise<boolean> =>
  unlessLocked(deps, [account], async (tx) => {
    await tx.deleteFrom('login_failures').where('subject', '=', account.name).execute();
  });

/** Guesses that arrive together are counted one after the other, so that not one more than the limit is answered. */
function unlessLocked(
  deps: Deps,
  subjects: readonly LockSubject[],
  work: (tx: Tx, now: Date) => Promise<void>,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    for (const subject of subjects) {
      // the embedded database has one writer at a time anyway
      if (deps.db.engine === 'postgres')
        await sql`select pg_advisory_xact_lock(hashtextextended(${subject.name}, 0))`.execute(tx);
      if (await isLocked(tx, subject, now)) return false;
    }
    await work(tx, now);
    return true;
  });
}

const windowStart = (now: Date): string => new Date(now.getTime() - 15 * 60 * 1000).toISOString();

/** The first 64 bits of an IPv6 address, which is what one house is given; an IPv4 address in IPv6 clothes is itself. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}
