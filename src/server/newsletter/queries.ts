import type { Queryable, Tx } from '#server/db/database.ts';
import type { SubscriberRow } from '#server/db/tables.ts';

/**
 * Keeps that somebody asked, with the consent as it is given now: as a new row, or in the row of an address that waits or has
 * left, whose earlier link is void from here on. Returns the row's id; undefined for an address that is confirmed, which stays as it is.
 */
export async function keepRequest(tx: Tx, request: SubscriberRow): Promise<string | undefined> {
  const { id: _id, email_key: _key, unsubscribe_token: _token, unsubscribed_at: _left, ...renewed } = request;
  const row = await tx
    .insertInto('newsletter_subscribers')
    .values(request)
    .onConflict((conflict) =>
      conflict.column('email_key').doUpdateSet(renewed).where('newsletter_subscribers.status', '!=', 'confirmed'),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** A subscriber by id. */
export const findSubscriber = (db: Queryable, id: string): Promise<SubscriberRow | undefined> =>
  db.selectFrom('newsletter_subscribers').selectAll().where('id', '=', id).executeTakeFirst();

/** Everybody whose subscription stands, in the order in which they confirmed it. */
export const findConfirmed = (db: Queryable): Promise<SubscriberRow[]> =>
  db
    .selectFrom('newsletter_subscribers')
    .selectAll()
    .where('status', '=', 'confirmed')
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute();
