import type { ExpressionBuilder } from 'kysely';
import { declineWindowMs, type RecentPayments, type SubjectPayments } from '#domain/payment/card-testing.ts';
import { windowStart } from '#server/db/allowance.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import type { DeclineRow, DonationIntentRow, Tables } from '#server/db/tables.ts';
import type { Decline } from '#server/ports/provider.ts';
import { clockMarginMs } from '../clock-margin.ts';

/** The intent on whose payment page a card or account was declined. */
export type DeclinedPage = Pick<DonationIntentRow, 'id' | 'provider' | 'provider_session_id' | 'status'>;

const pageColumns = ['id', 'provider', 'provider_session_id', 'status'] as const;

/**
 * Finds the intent of a decline. Stripe writes no metadata into the first payment of a subscription, only the beginning of its
 * checkout session's id, so we search the monthly checkouts that may have been open at that time.
 */
export async function findDeclinedPage(
  db: Queryable,
  { provider, intentId, sessionIdStart, occurredAt }: Decline,
): Promise<DeclinedPage | undefined> {
  if (intentId !== undefined) {
    const named = db.selectFrom('donation_intents').select(pageColumns).where('id', '=', intentId);
    return named.where('provider', '=', provider).executeTakeFirst();
  }
  if (sessionIdStart === undefined) return undefined;
  return db
    .selectFrom('donation_intents')
    .select(pageColumns)
    .where(
      'id',
      'in',
      db
        .selectFrom('checkout_subjects')
        .select('intent_id')
        .where('opened_at', '>', new Date(occurredAt.getTime() - pageOpenMaxMs).toISOString())
        .where('opened_at', '<', new Date(occurredAt.getTime() + clockMarginMs).toISOString()),
    )
    .where('is_recurring', '=', 1)
    .where((e) =>
      e(e.fn('substr', ['provider_session_id', e.lit(1), e.val(sessionIdStart.length)]), '=', sessionIdStart),
    )
    .executeTakeFirst();
}

const hourMs = 60 * 60 * 1000;
const pageOpenMaxMs = 2 * hourMs; // a page is open for half an hour, or longer if the provider refused it at first
const orderOpenMaxMs = 4 * hourMs; // PayPal waits three hours for a payer

/** Stores a decline; returns false if it is already stored. */
export async function insertDecline(tx: Tx, decline: DeclineRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('declines')
    .values(decline)
    .onConflict((conflict) => conflict.columns(['provider', 'decline_id']).doNothing())
    .returning('decline_id')
    .execute();
  return inserted.length > 0;
}

/**
 * Counts a subject's payments in the last hour. A decline at the time of the last success counts as earlier. Pages that closed
 * before that hour are not read, because a subject may have requested thousands in a day.
 */
export async function readSubjectPayments(db: Queryable, subject: string, now: Date): Promise<SubjectPayments> {
  const since = windowStart(now, declineWindowMs);
  const pages = db
    .selectFrom('checkout_subjects')
    .where('subject', '=', subject)
    .where('opened_at', '>', windowStart(now, declineWindowMs + orderOpenMaxMs));
  const donations = await pages
    .innerJoin('donations', 'donations.intent_id', 'checkout_subjects.intent_id')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.max('donated_at').as('last')])
    .where('donated_at', '>', since)
    .executeTakeFirstOrThrow();
  const declines = pages
    .innerJoin('declines', 'declines.intent_id', 'checkout_subjects.intent_id')
    .select((e) => e.fn.countAll<number>().as('count'));
  const all = await declines.where('declined_at', '>', since).executeTakeFirstOrThrow();
  const lastSuccess = donations.last;
  const last =
    lastSuccess === null ? all : await declines.where('declined_at', '>', lastSuccess).executeTakeFirstOrThrow();
  const openPages = await findOpenSessions(db, [subject], now);
  return {
    successes: donations.count,
    declines: all.count,
    declinesSinceSuccess: last.count,
    openPages: openPages.length,
  };
}

/**
 * Counts the declines and successes since an instant. To keep the query small, a success counts only if its page was opened
 * since `openedSince`. Renewals have no page.
 */
export async function readAllPayments(
  db: Queryable,
  { since, openedSince }: { readonly since: string; readonly openedSince: string },
): Promise<RecentPayments> {
  const declines = await db
    .selectFrom('declines')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('declined_at', '>', since)
    .executeTakeFirstOrThrow();
  const successes = await db
    .selectFrom('donations')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(
      'intent_id',
      'in',
      db.selectFrom('checkout_subjects').select('intent_id').where('opened_at', '>', openedSince),
    )
    .where('donated_at', '>', since)
    .executeTakeFirstOrThrow();
  return { declines: declines.count, successes: successes.count };
}

/** Finds the sessions of subjects that can still be paid at Stripe. PayPal cannot expire an order, so we do not capture it. */
export async function findOpenSessions(db: Queryable, subjects: readonly string[], now: Date): Promise<string[]> {
  if (subjects.length === 0) return [];
  const open = await db
    .selectFrom('checkout_subjects')
    .crossJoin('donation_intents')
    .whereRef('donation_intents.id', '=', 'checkout_subjects.intent_id')
    .where('subject', 'in', subjects)
    .where('opened_at', '>', windowStart(now, pageOpenMaxMs))
    .where((e) => isOpenAtStripe(e, now))
    .select('provider_session_id')
    .execute();
  return [...new Set(sessionIdsOf(open))]; // a page may have several subjects
}

/** Finds the open sessions that should have expired: those with too many declines and those of closed subjects. */
export async function findSessionsToExpire(db: Queryable, declinesMax: number, now: Date): Promise<string[]> {
  const closed = await db
    .selectFrom('closed_subjects')
    .select('subject')
    .where('closed_until', '>', now.toISOString())
    .execute();
  const subjects = closed.map(({ subject }) => subject);
  const declined = await db
    .selectFrom('declines')
    .crossJoin('donation_intents')
    .whereRef('donation_intents.id', '=', 'declines.intent_id')
    .where((e) => isOpenAtStripe(e, now))
    .groupBy('provider_session_id')
    .having((e) => e.fn.countAll<number>(), '>=', declinesMax)
    .select('provider_session_id')
    .execute();
  return [...new Set([...(await findOpenSessions(db, subjects, now)), ...sessionIdsOf(declined)])];
}

/** Used with cross joins, whose tables SQLite reads in their order; otherwise it would begin with all pending intents. */
const isOpenAtStripe = (e: ExpressionBuilder<Tables, 'donation_intents'>, now: Date) =>
  e.and([
    e('status', '=', 'pending'),
    e('donation_intents.provider', '=', 'stripe'),
    e('provider_session_id', 'is not', null),
    e('expires_at', '>', now.toISOString()),
  ]);

const sessionIdsOf = (rows: readonly Pick<DonationIntentRow, 'provider_session_id'>[]): string[] =>
  rows.flatMap(({ provider_session_id: sessionId }) => sessionId ?? []);
