import { isCardTesting } from '#domain/payment/card-testing.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import type { Decline } from '#server/ports/provider.ts';
import { closeSubject, countPageDeclines, findClosure, findSubjects } from './closed-subjects.ts';
import { expirePages } from './expire-pages.ts';
import {
  findDeclinedPage,
  findOpenSessions,
  insertDecline,
  readSubjectPayments,
  type DeclinedPage,
} from './queries.ts';

/**
 * `unknown`: the decline is not about one of our checkouts. `closed`: how many subjects this decline closed. `toExpire`: the
 * sessions of the pages to expire.
 */
type CountedDecline =
  | { readonly code: 'unknown' | 'already_counted' }
  | {
      readonly code: 'counted';
      readonly intentId: string;
      readonly closed: number;
      readonly toExpire: readonly string[];
    };

/**
 * Counts a decline once, however often it is reported. A page with too many declines expires. A subject with too many declines
 * is closed, and all its open pages expire (docs/decisions/0093). Declines of one subject are counted one after another, so
 * that the second of two simultaneous declines sees the first.
 */
export async function recordDecline(deps: Deps, decline: Decline): Promise<void> {
  const counted = await inTransaction(deps.db, (tx) => count(deps, tx, decline));
  if (counted.code !== 'counted') return;
  const { intentId, closed, toExpire } = counted;
  deps.metrics.declines.inc({ provider: decline.provider });
  deps.metrics.closedSubjects.inc(closed);
  if (closed > 0)
    deps.log.warn({ intentId, pages: toExpire.length }, 'too many declines; no new checkouts for a while');
  await expirePages(deps, toExpire);
}

async function count(deps: Deps, tx: Tx, decline: Decline): Promise<CountedDecline> {
  const page = await findDeclinedPage(tx, decline);
  if (!page) return { code: 'unknown' };
  const subjects = (await findSubjects(tx, { intentId: page.id })).map(({ subject }) => subject).toSorted();
  const locks = [page.id, ...subjects].map((subject) => `decline:${subject}`);
  return withLock(tx, locks, async () => {
    const { provider, declineId, occurredAt } = decline;
    const row = { provider, decline_id: declineId, intent_id: page.id, declined_at: occurredAt.toISOString() };
    if (!(await insertDecline(tx, row))) return { code: 'already_counted' };
    const wasClosed = (await findClosure(tx, subjects, deps.clock.now())) !== undefined;
    const closed = await closeSubjects(deps, tx, subjects);
    return {
      code: 'counted',
      intentId: page.id,
      closed: closed.length,
      toExpire: await sessionsToExpire(deps, tx, page, { closed, wasClosed }),
    };
  });
}

/**
 * Closes the subjects with too many declines; those that are closed already stay closed for longer. Returns those that were
 * open.
 */
async function closeSubjects(deps: Deps, tx: Tx, subjects: readonly string[]): Promise<readonly string[]> {
  const now = deps.clock.now();
  const { subjectMax, closedMs } = deps.config.declines;
  const until = new Date(now.getTime() + closedMs).toISOString();
  const closed: string[] = [];
  for (const subject of subjects) {
    const payments = await readSubjectPayments(tx, subject, now);
    if (!isCardTesting(payments, subjectMax)) continue;
    if (!(await findClosure(tx, [subject], now))) closed.push(subject);
    await closeSubject(tx, { subject, until });
  }
  return closed;
}

/** Finds the sessions to expire. The declined page comes first, because it is in use. */
async function sessionsToExpire(
  deps: Deps,
  tx: Tx,
  page: DeclinedPage,
  { closed, wasClosed }: { readonly closed: readonly string[]; readonly wasClosed: boolean },
): Promise<readonly string[]> {
  const { pageMax } = deps.config.declines;
  const shouldExpire = closed.length > 0 || wasClosed || (await countPageDeclines(tx, page.id)) >= pageMax;
  const { provider, status, provider_session_id: sessionId } = page;
  const isOpen = provider === 'stripe' && status === 'pending' && sessionId !== null;
  const own = shouldExpire && isOpen ? [sessionId] : [];
  return [...new Set([...own, ...(await findOpenSessions(tx, closed, deps.clock.now()))])];
}
