import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { inTurn } from '#server/db/in-turn.ts';
import { prepared } from '#server/db/prepared.ts';
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
  name: userId ?? `name:${hashOfName(name)}`,
  failuresMax: 10,
});

/** What is kept of a name that may be nobody's, to count what was done under it in any case. */
export const hashOfName = (name: string): string => createHash('sha256').update(nameKey(name)).digest('base64url');

/** The address that logins come from; a house of IPv6 addresses is one. */
export const addressSubject = (address: string, rateLimitFactor: number): LockSubject => ({
  name: `address:${isIPv6(address) ? networkOf(address) : address}`,
  failuresMax: 60 * rateLimitFactor,
});

/** Whether one of the subjects has failed too often within the last quarter of an hour. */
export async function isAnyLocked(
  db: Queryable,
  [first, second]: readonly [LockSubject, LockSubject],
  now: Date,
): Promise<boolean> {
  const values = { first: first.name, second: second.name, since: windowStart(now) };
  const counts = new Map((await countFailures(db, values)).map(({ subject, count }) => [subject, count]));
  return [first, second].some(({ name, failuresMax }) => (counts.get(name) ?? 0) >= failuresMax);
}

/**
 * Notes a failed login of both subjects; false when one was locked meanwhile by others, and then nothing is noted: a lock
 * ends a quarter of an hour after the failures that made it, however often somebody knocks. Expired failures leave here.
 * Guesses that arrive together are counted one after the other, so that not one more than the limit is answered.
 */
export const noteFailure = (deps: Deps, subjects: readonly [LockSubject, LockSubject]): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const names = subjects.map(({ name }) => name); // the same order for all: first the account, then the address
    return inTurn(tx, names, () => noteUnlessLocked(deps, tx, subjects));
  });

async function noteUnlessLocked(deps: Deps, tx: Tx, subjects: readonly [LockSubject, LockSubject]): Promise<boolean> {
  const now = deps.clock.now();
  if (await isAnyLocked(tx, subjects, now)) return false;
  await tx.deleteFrom('login_failures').where('failed_at', '<=', windowStart(now)).execute();
  const failedAt = now.toISOString();
  const failures = subjects.map(({ name }) => ({ id: newId('lgf', deps.random), subject: name, failed_at: failedAt }));
  await tx.insertInto('login_failures').values(failures).execute();
  return true;
}

/** Forgets an account's failures after a right password. */
export const forgetFailures = (db: Queryable, account: LockSubject): Promise<unknown> =>
  deleteFailures(db, { subject: account.name });

const countFailures = prepared((db, values: { first: string; second: string; since: string }) =>
  db
    .selectFrom('login_failures')
    .select(['subject', (e) => e.fn.countAll<number>().as('count')])
    .where('subject', 'in', [values.first, values.second])
    .where('failed_at', '>', values.since)
    .groupBy('subject'),
);

const deleteFailures = prepared((db, { subject }: { subject: string }) =>
  db.deleteFrom('login_failures').where('subject', '=', subject),
);

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
