import { setImmediate as letOthersRun } from 'node:timers/promises';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { replyLock } from './reply-to-message.ts';

/** Deletes a message and the replies to it. A reply that is still waiting in the outbox is not sent. */
export async function deleteMessage(deps: Deps, messageId: string): Promise<{ code: 'deleted' | 'not_found' }> {
  if (!isId('msg', messageId)) return { code: 'not_found' };
  return { code: (await deleteRows(deps, [messageId])) > 0 ? 'deleted' : 'not_found' };
}

/** Deletes the messages that a network has sent so far; later ones stay, because no one has seen them. Returns the number. */
export async function deleteNetworkMessages(deps: Deps, network: string): Promise<number> {
  const startedAt = deps.clock.now().toISOString();
  let deleted = 0;
  for (;;) {
    const messages = await deps.db.write
      .selectFrom('contact_messages')
      .select('id')
      .where('network', '=', network)
      .where('sent_at', '<=', startedAt)
      .orderBy('id') // callers who lock several messages lock them in the same order
      .limit(messagesAtOnce)
      .execute();
    if (messages.length === 0) return deleted;
    deleted += await deleteRows(
      deps,
      messages.map(({ id }) => id),
    );
    await letOthersRun(); // a flood is deleted in many short transactions
  }
}

const messagesAtOnce = 100;

/** Returns how many of the messages existed. */
const deleteRows = ({ db }: Deps, ids: readonly string[]): Promise<number> =>
  inTransaction(db, (tx) =>
    withLock(tx, ids.map(replyLock), async () => {
      await tx.deleteFrom('contact_replies').where('message_id', 'in', ids).execute();
      const deleted = await tx.deleteFrom('contact_messages').where('id', 'in', ids).returning('id').execute();
      return deleted.length;
    }),
  );
