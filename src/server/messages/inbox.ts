import type { ContactMessage } from '#contract/contact.ts';
import type { Queryable } from '#server/db/database.ts';
import { toPage, type ListPage, type ListPosition } from '#server/db/list-page.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { findMessage, findMessages, readContent, type FoundMessage } from './queries.ts';

/** One page of the messages, newest first. */
export async function listMessages(db: Queryable, after: ListPosition): Promise<ListPage<ContactMessage>> {
  const { rows, nextCursor } = toPage(await findMessages(db, after), (row) => ({ at: row.sent_at, id: row.id }));
  return { rows: rows.map(toMessage), nextCursor };
}

const toMessage = ({
  id,
  content,
  status,
  sent_at: timestamp,
  replied_at: repliedAt,
}: FoundMessage): ContactMessage => ({
  id,
  ...readContent(content),
  status,
  timestamp,
  ...(repliedAt === null ? {} : { repliedAt }),
});

/** `read` also for a message that was read before. */
export async function markMessageRead(deps: Deps, messageId: string): Promise<{ code: 'read' | 'not_found' }> {
  if (!isId('msg', messageId)) return { code: 'not_found' };
  const { numUpdatedRows } = await deps.db.write
    .updateTable('contact_messages')
    .set({ status: 'read', read_at: deps.clock.now().toISOString() })
    .where('id', '=', messageId)
    .where('status', '=', 'new') // `read_at` is when the message was first opened
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return { code: 'read' };
  return { code: (await findMessage(deps.db.read, messageId)) ? 'read' : 'not_found' };
}
