import type { ExpressionBuilder } from 'kysely';
import { isAnyUsedUp, takeAllowance, windowStart, type Allowance, type UsageTable } from '#server/db/allowance.ts';
import type { Queryable } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/http/network-of.ts';
import { hashName } from './names.ts';

/**
 * Something that wrong passwords and codes are counted against, and the number of them that locks it. At a login, each browser in
 * which the account has signed in has a separate count, those in which a mailed link replaced its password share one, and all
 * others share the count of the account. Wrong proofs of a signed-in user count against the session.
 */
export interface LockSubject {
  readonly name: string;
  readonly failuresMax: number;
}

/**
 * The account that a login names. Unknown names are counted too, so that a lock does not reveal which names exist; they are
 * stored as a hash, because people type passwords into the wrong field.
 */
export const accountSubject = (name: string, userId: string | undefined): LockSubject => ({
  name: userId ?? `name:${hashName(name)}`,
  failuresMax: guessesMax,
});

const guessesMax = 10;

/** A browser in which the account has signed in before. */
export const knownDeviceSubject = (deviceHash: string): LockSubject => ({
  name: deviceHash,
  failuresMax: guessesMax,
});

/**
 * Every browser in which a mailed link has replaced the account's password. They share a count, so that a reader of the email
 * cannot guess codes without limit by replacing the password again and again.
 */
export const resetDeviceSubject = (userId: string): LockSubject => ({
  name: `reset:${userId}`,
  failuresMax: guessesMax,
});

/** A session whose user enters the password or a code again: only someone with the session can lock it. */
export const sessionSubject = (tokenHash: string): LockSubject => ({
  name: tokenHash,
  failuresMax: guessesMax,
});

/** The address that logins come from. */
export const addressSubject = (address: string, rateLimitFactor: number): LockSubject => ({
  name: `address:${networkOf(address)}`,
  failuresMax: 60 * rateLimitFactor,
});

/** Returns true if one of the subjects has failed too often within the last 15 minutes. */
export const isAnyLocked = (db: Queryable, subjects: readonly LockSubject[], now: Date): Promise<boolean> =>
  isAnyUsedUp(db, failedLogins, subjects.map(allowanceOf), now);

/**
 * Records a failure for every subject. Returns false, and records nothing, if one of them is locked by now: a lock ends
 * 15 minutes after the failures that caused it, however many attempts follow.
 */
export const recordFailure = (deps: Deps, subjects: readonly LockSubject[]): Promise<boolean> =>
  inTransaction(deps.db, (tx) => takeAllowance(deps, tx, failedLogins, subjects.map(allowanceOf)));

/** Deletes the failures of a subject, which ends its lock. */
export const clearFailures = (db: Queryable, { name }: LockSubject): Promise<unknown> =>
  db.deleteFrom('login_failures').where('subject', '=', name).execute();

/** Selects the failures of an account, its known devices and its sessions. */
export const isFailureOf = (userId: string) => (e: ExpressionBuilder<Tables, 'login_failures'>) =>
  e.or([
    e('subject', 'in', [accountSubject('', userId).name, resetDeviceSubject(userId).name]),
    e('subject', 'in', e.selectFrom('known_devices').select('device_hash').where('user_id', '=', userId)),
    e('subject', 'in', e.selectFrom('sessions').select('token_hash').where('user_id', '=', userId)),
  ]);

const windowMs = 15 * 60 * 1000;

/** Deletes the failures that no longer count. They name network addresses. */
export const deleteOldFailures = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<unknown> =>
  deleteFailuresBefore(db.write, clock.now());

const deleteFailuresBefore = (db: Queryable, now: Date): Promise<unknown> =>
  db.deleteFrom('login_failures').where('failed_at', '<=', windowStart(now, windowMs)).execute();

const allowanceOf = ({ name, failuresMax }: LockSubject): Allowance => ({
  subject: name,
  limits: [{ max: failuresMax, windowMs }],
});

const failedLogins: UsageTable = {
  idPrefix: 'lgf',
  count: async (db, subjects, since) => {
    const rows = await db
      .selectFrom('login_failures')
      .select(['subject', (e) => e.fn.countAll<number>().as('count')])
      .where('subject', 'in', subjects)
      .where('failed_at', '>', since)
      .groupBy('subject')
      .execute();
    return new Map(rows.map(({ subject, count }) => [subject, count]));
  },
  insert: async (tx, uses, now) => {
    await deleteFailuresBefore(tx, now);
    const failures = uses.map((use) => ({ ...use, failed_at: now.toISOString() }));
    await tx.insertInto('login_failures').values(failures).execute();
  },
};
