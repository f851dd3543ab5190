import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { recordAction, type Actor } from '#server/staff/index.ts';
import { replyLock } from './reply-to-message.ts';

/** Deletes a message and the replies to it. A reply that is still waiting in the outbox is not sent. */
export async function deleteMessage(
  deps: Deps,
  actor: Actor,
  messageId: string,
  reason: string,
): Promise<{ code: 'deleted' | 'not_found' }> {
  if (!isId('msg', messageId)) return { code: 'not_found' };
  const deleted = await inTransaction(deps.db, async (tx) => {
    const found = await deleteRows(tx, [messageId]);
    const subject = { kind: 'message', id: messageId } as const;
    if (found > 0) await recordAction(deps, tx, { actor, action: 'message_deleted', subject, reason });
    return found;
  });
  return { code: deleted > 0 ? 'deleted' : 'not_found' };
}

/** Deletes the messages that a network has sent so far; later ones stay, because no one has seen them. Returns the number. */
export async function deleteNetworkMessages(
  deps: Deps,
  actor: Actor,
  network: string,
  reason: string,
): Promise<number> {
  const startedAt = deps.clock.now().toISOString();
  await recordDeletion(deps, { actor, network, startedAt, reason });
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
    const ids = messages.map(({ id }) => id);
    deleted += await inTransaction(deps.db, (tx) => deleteRows(tx, ids));
    await letOthersRun(); // a flood is deleted in many short transactions
  }
}

const messagesAtOnce = 100;

interface NetworkDeletion {
  readonly actor: Actor;
  readonly network: string;
  readonly startedAt: string;
  readonly reason: string;
}

/** Records the deletion once, before the first message is deleted, because no single transaction deletes them all. */
const recordDeletion = (deps: Deps, { actor, network, startedAt, reason }: NetworkDeletion): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { messages } = await tx
      .selectFrom('contact_messages')
      .select((e) => e.fn.countAll<number>().as('messages'))
      .where('network', '=', network)
      .where('sent_at', '<=', startedAt)
      .executeTakeFirstOrThrow();
    if (messages === 0) return;
    const subject = { kind: 'network', id: 'messages' } as const; // the network itself is forgotten after 30 days
    await recordAction(deps, tx, { actor, action: 'network_messages_deleted', subject, before: { messages }, reason });
  });

/** Returns how many of the messages existed. */
const deleteRows = (tx: Tx, ids: readonly string[]): Promise<number> =>
  withLock(tx, ids.map(replyLock), async () => {
    await tx.deleteFrom('contact_replies').where('message_id', 'in', ids).execute();
    const deleted = await tx.deleteFrom('contact_messages').where('id', 'in', ids).returning('id').execute();
    return deleted.length;
  });
