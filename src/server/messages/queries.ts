import * as z from 'zod';
import type { Queryable, Tx } from '#server/db/database.ts';
import { newest, pageSize, type ListPosition } from '#server/db/list-page.ts';
import type { ContactMessageRow } from '#server/db/tables.ts';
import { isId } from '#server/ids.ts';

export async function insertMessage(tx: Tx, message: ContactMessageRow): Promise<void> {
  await tx.insertInto('contact_messages').values(message).execute();
}

/** A message with the instant of its latest reply. */
export interface FoundMessage extends ContactMessageRow {
  readonly replied_at: string | null;
}

/** The messages after a position, newest first. */
export const findMessages = (db: Queryable, { at, id }: ListPosition): Promise<FoundMessage[]> =>
  messagesWithReplies(db)
    .where((e) => e(e.refTuple('sent_at', 'id'), '<', e.tuple(at, id)))
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();

/** The messages sent with an email address after a position, newest first. */
export const findMessagesFrom = (
  db: Queryable,
  emailKey: string,
  count: number,
  { at, id }: ListPosition = newest,
): Promise<FoundMessage[]> =>
  messagesWithReplies(db)
    .where('email_key', '=', emailKey)
    .where((e) => e(e.refTuple('sent_at', 'id'), '<', e.tuple(at, id)))
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();

const messagesWithReplies = (db: Queryable) =>
  db
    .selectFrom('contact_messages')
    .selectAll()
    .select((e) =>
      e
        .selectFrom('contact_replies')
        .select((inner) => inner.fn.max('replied_at').as('replied_at'))
        .whereRef('message_id', '=', 'contact_messages.id')
        .as('replied_at'),
    );

/** Returns undefined for an id that is unknown or malformed. */
export async function findMessage(db: Queryable, id: string): Promise<ContactMessageRow | undefined> {
  if (!isId('msg', id)) return undefined;
  return db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The number of unread messages. */
export async function countNewMessages(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('contact_messages')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', 'new')
    .executeTakeFirstOrThrow();
  return count;
}

const contentShape = z.object({ name: z.string(), email: z.string(), subject: z.string(), message: z.string() });

/** The fields of the contact form exactly as they were typed; `subject` may be empty. */
export type MessageContent = z.infer<typeof contentShape>;

/** The content as JSON, which escapes every character that one of the engines cannot store. */
export const writeContent = ({ name, email, subject, message }: MessageContent): string =>
  JSON.stringify({ name, email, subject, message });

export const readContent = (content: string): MessageContent => contentShape.parse(JSON.parse(content));
