import type { Queryable } from '#server/db/database.ts';
import { prepared, preparedList } from '#server/db/fast-reads/prepared.ts';
import type { Deps } from '#server/deps.ts';

/** Finds when the last of these subjects opens again; undefined if none is closed. */
export async function findClosure(
  db: Queryable,
  subjects: readonly string[],
  now: Date,
): Promise<{ readonly until: Date } | undefined> {
  if (subjects.length === 0) return undefined;
  const closed = await selectClosed(
    db,
    subjects.map((subject) => ({ subject })),
  );
  const until = closed
    .map(({ closed_until: closedUntil }) => closedUntil)
    .toSorted()
    .at(-1);
  return until === undefined || until <= now.toISOString() ? undefined : { until: new Date(until) };
}

const selectClosed = preparedList((db, subjects: readonly { readonly subject: string }[]) =>
  db
    .selectFrom('closed_subjects')
    .select(['subject', 'closed_until'])
    .where(
      'subject',
      'in',
      subjects.map(({ subject }) => subject),
    ),
);

/** Finds when the last of an intent's subjects opens again; undefined if none is closed. */
export async function findClosureOfIntent(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  intentId: string,
): Promise<{ readonly until: Date } | undefined> {
  const subjects = await findSubjects(db.read, { intentId });
  return findClosure(
    db.read,
    subjects.map(({ subject }) => subject),
    clock.now(),
  );
}

/** Closes a subject, or keeps it closed for longer. */
export const closeSubject = prepared((db, closed: { readonly subject: string; readonly until: string }) =>
  db
    .insertInto('closed_subjects')
    .values({ subject: closed.subject, closed_until: closed.until })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ closed_until: closed.until })),
);

/** Finds the subjects of an intent; none after they have been deleted. */
export const findSubjects = prepared((db, { intentId }: { readonly intentId: string }) =>
  db.selectFrom('checkout_subjects').select('subject').where('intent_id', '=', intentId),
);

export async function countPageDeclines(db: Queryable, intentId: string): Promise<number> {
  const [row] = await selectPageDeclines(db, { intentId });
  return row?.count ?? 0;
}

const selectPageDeclines = prepared((db, { intentId }: { readonly intentId: string }) =>
  db
    .selectFrom('declines')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('intent_id', '=', intentId),
);
