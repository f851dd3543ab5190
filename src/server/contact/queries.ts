import type { Queryable, Tx } from '#server/db/database.ts';
import type { ContactMessageRow } from '#server/db/tables.ts';
import { isId } from '#server/ids.ts';

/** Writes a new message. */
export async function insertMessage(tx: Tx, message: ContactMessageRow): Promise<void> {
  await tx.insertInto('contact_messages').values(message).execute();
}

/** The newest messages, newest first. */
export const findMessages = (db: Queryable, limit: number): Promise<ContactMessageRow[]> =>
  db.selectFrom('contact_messages').selectAll().orderBy('sent_at', 'desc').orderBy('id', 'desc').limit(limit).execute();

/** One message; undefined when there is none with this id, whatever the id looks like. */
export async function findMessage(db: Queryable, id: string): Promise<ContactMessageRow | undefined> {
  if (!isId('msg', id)) return undefined;
  return db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** How many messages nobody has opened yet. */
export async function countNewMessages(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('contact_messages')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', 'new')
    .executeTakeFirstOrThrow();
  return count;
}
