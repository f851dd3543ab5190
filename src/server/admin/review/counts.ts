import { sql } from 'kysely';
import { groupByPayment } from '#domain/review/group-by-payment.ts';
import type { Queryable } from '#server/db/database.ts';
import { findUnreviewedDifferences } from './items/list-items.ts';
import type { ListedDispute } from './items/open-disputes.ts';
import { findMessages } from './items/quarantined-payments.ts';

/** Counts the payments with quarantined messages, grouped as in the list. */
export const countQuarantined = async (db: Queryable): Promise<number> => groupByPayment(await findMessages(db)).length;

/** Counts the donations that their provider does not list as paid and that no one has reviewed. */
export const countDifferences = async (db: Queryable): Promise<number> => (await findUnreviewedDifferences(db)).length;

export async function countDeadJobs(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', 'dead')
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the movements of our balances at the providers that the ledger does not know. */
export async function countMovements(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('provider_movements')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Counts the refunds and disputes of payments that have not settled in our records, except payments that staff refunded and
 * disputes that are already listed.
 */
export async function countUnknownPayments(db: Queryable, disputes: readonly ListedDispute[]): Promise<number> {
  const listed = disputes.filter((dispute) => dispute.intent_id === null);
  const { count } = await db
    .selectFrom('reversals')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('intent_id', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from review_resolutions
        where item_id = 'payment:' || reversals.provider || ':' || reversals.payment_id)`,
    )
    .$if(listed.length > 0, (query) =>
      query.where(
        sql<string>`reversals.provider || ':' || reversals.reversal_id`,
        'not in',
        listed.map((dispute) => `${dispute.provider}:${dispute.reversal_id}`),
      ),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** A complete reconciliation runs once a day. */
const overdueMs = 26 * 60 * 60 * 1000;

/** Returns true if the last complete reconciliation is too old; false before the first one. */
export const isOverdue = (verifiedAt: string | undefined, now: Date): boolean =>
  verifiedAt !== undefined && now.getTime() - new Date(verifiedAt).getTime() > overdueMs;
