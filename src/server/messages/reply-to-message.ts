import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { isId, newId } from '#server/ids.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { recordAction, type Actor } from '#server/staff/index.ts';
import { findMessage } from './queries.ts';

/**
 * Stores a reply and enqueues its email in one transaction. The same reply to the same message within a minute counts as one,
 * so a second click sends nothing.
 */
export async function replyToMessage(
  deps: Deps,
  actor: Actor,
  messageId: string,
  reply: string,
): Promise<{ code: 'replied' | 'not_found' }> {
  if (!isId('msg', messageId)) return { code: 'not_found' };
  return inTransaction(deps.db, (tx) =>
    withLock(tx, [replyLock(messageId)], async () => {
      if (!(await findMessage(tx, messageId))) return { code: 'not_found' };
      if (await storeReplyOnce(deps, tx, messageId, reply))
        await recordAction(deps, tx, {
          actor,
          action: 'message_answered',
          subject: { kind: 'message', id: messageId },
        });
      return { code: 'replied' };
    }),
  );
}

/** The lock held while replies to a message are added or deleted. */
export const replyLock = (messageId: string): string => `reply:${messageId}`;

const repeatedClickMs = 60_000;

/** Returns false if the same reply was just stored. */
async function storeReplyOnce(deps: Deps, tx: Tx, messageId: string, reply: string): Promise<boolean> {
  const now = deps.clock.now();
  const content = JSON.stringify(reply); // escapes every character that one of the engines cannot store
  const same = await tx
    .selectFrom('contact_replies')
    .select('id')
    .where('message_id', '=', messageId)
    .where('content', '=', content)
    .where('replied_at', '>', new Date(now.getTime() - repeatedClickMs).toISOString())
    .executeTakeFirst();
  if (same) return false;
  const id = newId('rpl', deps.random);
  await tx
    .insertInto('contact_replies')
    .values({ id, message_id: messageId, content, replied_at: now.toISOString() })
    .execute();
  await enqueue(deps, tx, { kind: 'contact_reply', dedupeKey: `contact_reply:${id}`, payload: { replyId: id } });
  return true;
}
