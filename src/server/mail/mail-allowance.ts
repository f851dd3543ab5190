import { takeAllowance, windowStart, type Allowance, type UsageTable } from '#server/db/allowance.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { jobKinds } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

type Limits = Allowance['limits'];

const quarterHourMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** Limits for emails that anyone can trigger to any address, such as a newsletter's confirmation. */
export const strangersAllowance: Limits = [
  { max: 1, windowMs: quarterHourMs },
  { max: 3, windowMs: dayMs },
];

/** Limits for emails to the address of an account: its owner may request another email before the first one arrives. */
export const ownerAllowance: Limits = [
  { max: 3, windowMs: quarterHourMs },
  { max: 10, windowMs: dayMs },
];

/**
 * Counts one more email of a kind under every key, which is an address or an account. Returns false, and counts nothing, if a
 * key has reached its limit. Runs in the transaction that enqueues the email, so that both happen or neither does.
 */
export const takeMailAllowance = (
  deps: Deps,
  tx: Tx,
  mail: { readonly kind: string; readonly keys: readonly string[]; readonly allowance: Limits },
): Promise<boolean> =>
  takeAllowance(
    deps,
    tx,
    countedMails,
    mail.keys.map((key) => ({ subject: subjectOf(mail.kind, key), limits: mail.allowance })),
  );

/** Forgets the emails that were counted under a key. */
export async function forgetMails(tx: Tx, key: string): Promise<void> {
  const subjects = jobKinds.map((kind) => subjectOf(kind, key));
  await tx.deleteFrom('unasked_mails').where('subject', 'in', subjects).execute();
}

/** Deletes the records of emails that no longer count. */
export const deleteOldMailCounts = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<unknown> =>
  deleteCountsBefore(db.write, clock.now());

const deleteCountsBefore = (db: Queryable, now: Date): Promise<unknown> =>
  db.deleteFrom('unasked_mails').where('sent_at', '<=', windowStart(now, dayMs)).execute();

const subjectOf = (kind: string, key: string): string => `mail:${kind}:${key}`;

const countedMails: UsageTable = {
  idPrefix: 'unm',
  count: async (db, subjects, since) => {
    const rows = await db
      .selectFrom('unasked_mails')
      .select(['subject', (e) => e.fn.countAll<number>().as('count')])
      .where('subject', 'in', subjects)
      .where('sent_at', '>', since)
      .groupBy('subject')
      .execute();
    return new Map(rows.map(({ subject, count }) => [subject, count]));
  },
  insert: async (tx, uses, now) => {
    await deleteCountsBefore(tx, now);
    const mails = uses.map((use) => ({ ...use, sent_at: now.toISOString() }));
    await tx.insertInto('unasked_mails').values(mails).execute();
  },
};
