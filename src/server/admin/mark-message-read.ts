import { findMessage } from '#server/contact/index.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';

/** Marks a message as read at this moment: `read`, also when it was read before, or `not_found` for any other id. */
export async function markMessageRead(deps: Deps, messageId: string): Promise<{ code: 'read' | 'not_found' }> {
  if (!isId('msg', messageId)) return { code: 'not_found' };
  const { numUpdatedRows } = await deps.db.write
    .updateTable('contact_messages')
    .set({ status: 'read', read_at: deps.clock.now().toISOString() })
    .where('id', '=', messageId)
    .where('status', '=', 'new') // whoever opens it first sets the time
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return { code: 'read' };
  return { code: (await findMessage(deps.db.read, messageId)) ? 'read' : 'not_found' };
}
