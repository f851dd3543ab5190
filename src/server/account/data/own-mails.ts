import { sql } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import type { OutboxRow } from '#server/db/tables.ts';

/** An email in the donor's download: without its content, which may contain a working link. */
export type OwnMail = Pick<OutboxRow, 'kind' | 'status' | 'created_at'>;

/**
 * The emails to a donor, newest first: receipts of donations made while signed in, links, and emails about one of `ids` (the
 * account, its plans, a newsletter subscription). Each of the three queries uses an index; a single one would read all jobs.
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
    .whereRef('donation_intents.donor_id', '=', 'donations.donor_id'); // the receipt of a donation claimed later went to the address typed when paying

/** Outbox keys of the emails with a donor's links. */
export const linkKeys = (db: Queryable, donorId: string) =>
  db
    .selectFrom('mail_links')
    .select(sql<string>`purpose || ':' || token_hash`.as('dedupe_key'))
    .where('user_id', '=', donorId);
