import { findMessage } from '#server/contact/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { inTurn } from '#server/db/in-turn.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

/**
 * Keeps an answer to a message and has it mailed, both or neither: `replied`, or `not_found` when there is no such message.
 * The same words to the same message within a minute are the same answer: a second click sends nothing.
 */
export async function replyToMessage(
  deps: Deps,
  messageId: string,
  reply: string,
): Promise<{ code: 'replied' | 'not_found' }> {
  return inTransaction(deps.db, async (tx) => {
    const message = await findMessage(tx, messageId);
    if (!message) return { code: 'not_found' };
    await inTurn(tx, [`reply:${message.id}`], async () => keepReplyOnce(deps, tx, message.id, reply));
    return { code: 'replied' };
  });
}

const sameReplyMs = 60_000;

async function keepReplyOnce(deps: Deps, tx: Tx, messageId: string, reply: string): Promise<void> {
  const now = deps.clock.now();
  const content = JSON.stringify(reply); // any character, in a form that both engines can store
  const same = await tx
    .selectFrom('contact_replies')
    .select('id')
    .where('message_id', '=', messageId)
    .where('content', '=', content)
    .where('replied_at', '>', new Date(now.getTime() - sameReplyMs).toISOString())
    .executeTakeFirst();
  if (same) return;
  const id = newId('rpl', deps.random);
  await tx
    .insertInto('contact_replies')
    .values({ id, message_id: messageId, content, replied_at: now.toISOString() })
    .execute();
  await enqueue(deps, tx, { kind: 'contact_reply', dedupeKey: `contact_reply:${id}`, payload: { replyId: id } });
}
