import { createHash } from 'node:crypto';
import { isAnyUsedUp, takeAllowance, windowStart, type Allowance, type UsageTable } from '#server/db/allowance.ts';
import type { Queryable } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/http/network-of.ts';
import { nameKey } from './names.ts';

/** An account or address whose failed logins are counted, and the number that locks it. */
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
  failuresMax: 10,
});

/** Hash of a name that may not be an account's, to count attempts under it in any letter case. */
export const hashName = (name: string): string => createHash('sha256').update(nameKey(name)).digest('base64url');

/** The address that logins come from. */
export const addressSubject = (address: string, rateLimitFactor: number): LockSubject => ({
  name: `address:${networkOf(address)}`,
  failuresMax: 60 * rateLimitFactor,
});

/** Whether one of the subjects has failed too often within the last 15 minutes. */
export const isAnyLocked = (
  db: Queryable,
  subjects: readonly [LockSubject, LockSubject],
  now: Date,
): Promise<boolean> => isAnyUsedUp(db, failedLogins, subjects.map(allowanceOf), now);

/**
 * Records a failed login for both subjects. False when one of them is locked by now; then nothing is recorded, so a lock ends
 * 15 minutes after the failures that caused it, however many attempts follow.
 */
export const recordFailure = (deps: Deps, subjects: readonly [LockSubject, LockSubject]): Promise<boolean> =>
  inTransaction(deps.db, (tx) => takeAllowance(deps, tx, failedLogins, subjects.map(allowanceOf)));

/** Deletes an account's failures after a correct password. */
export const clearFailures = (db: Queryable, account: LockSubject): Promise<unknown> =>
  db.deleteFrom('login_failures').where('subject', '=', account.name).execute();

const windowMs = 15 * 60 * 1000;

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
    await tx.deleteFrom('login_failures').where('failed_at', '<=', windowStart(now, windowMs)).execute();
    const failures = uses.map((use) => ({ ...use, failed_at: now.toISOString() }));
    await tx.insertInto('login_failures').values(failures).execute();
  },
};
