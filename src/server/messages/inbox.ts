import type { ContactMessage } from '#contract/contact.ts';
import type { Queryable } from '#server/db/database.ts';
import { toPage, type ListPage, type ListPosition } from '#server/db/list-page.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { findMessage, findMessages, readContent, type FoundMessage } from './queries.ts';

/** One page of the messages, newest first. */
export async function listMessages(
  db: Queryable,
  after: ListPosition,
  hasDetails: boolean,
): Promise<ListPage<ContactMessage>> {
  const { rows, nextCursor } = toPage(await findMessages(db, after), (row) => ({ at: row.sent_at, id: row.id }));
  return { rows: rows.map((row) => toMessage(row, hasDetails)), nextCursor };
}

const toMessage = (row: FoundMessage, hasDetails: boolean): ContactMessage => ({
  id: row.id,
  ...readContent(row.content),
  status: row.status,
  timestamp: row.sent_at,
  ...(row.replied_at === null ? {} : { repliedAt: row.replied_at }),
  ...(row.network === null || !hasDetails ? {} : { network: row.network }),
});

/** `read` even for a message that was read before. */
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
