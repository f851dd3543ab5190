import { sql } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import type { OutboxRow } from '#server/db/tables.ts';

/** A mail as the donor is told of it: never its content, which may hold a link that works. */
export type OwnMail = Pick<OutboxRow, 'kind' | 'status' | 'created_at'>;

/**
 * The mails about a donor, newest first: receipts of what they gave while signed in, links, and what is about one of `ids`: the
 * account, its monthly gifts, a subscription of its owner. Three questions that an index answers each, instead of one that
 * reads all mails.
 */
export async function findOwnMails(db: Queryable, donorId: string, ids: readonly string[]): Promise<OwnMail[]> {
  const mails = db.selectFrom('outbox').select(['id', 'kind', 'status', 'created_at']);
  const own = await mails
    .where('about', 'in', ids)
    .unionAll(mails.where('dedupe_key', 'in', receiptKeys(db, donorId)))
    .unionAll(mails.where('dedupe_key', 'in', linkKeys(db, donorId)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return own.map(({ id: _id, ...mail }) => mail);
}

const receiptKeys = (db: Queryable, donorId: string) =>
  db
    .selectFrom('donations')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .select(sql<string>`'receipt:' || donations.id`.as('dedupe_key'))
    .where('donations.donor_id', '=', donorId)
    .whereRef('donation_intents.donor_id', '=', 'donations.donor_id'); // a gift that was claimed later was mailed to nobody

/** Keys of the outbox for the mails that brought a donor's links. */
export const linkKeys = (db: Queryable, donorId: string) =>
  db
    .selectFrom('mail_links')
    .select(sql<string>`purpose || ':' || token_hash`.as('dedupe_key'))
    .where('user_id', '=', donorId);
