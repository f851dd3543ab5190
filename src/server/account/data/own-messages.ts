import * as z from 'zod/mini';
import type { Queryable } from '#server/db/database.ts';
import { newest } from '#server/db/list-page.ts';
import type { ContactReplyRow } from '#server/db/tables.ts';
import { inPages, type RunExclusive } from '#server/http/files/downloads.ts';
import { findMessagesFrom, readContent, type FoundMessage } from '#server/messages/index.ts';

/**
 * The contact messages from an email address, newest first, with our replies. The caller must have checked that the reader may
 * see the messages of this address.
 */
export async function* ownMessages(db: Queryable, emailKey: string, runExclusive: RunExclusive) {
  const pages = inPages<FoundMessage>(runExclusive, (last, pageSize) =>
    findMessagesFrom(db, emailKey, pageSize, last ? { at: last.sent_at, id: last.id } : newest),
  );
  for await (const page of pages) {
    const replies = await runExclusive(() => findReplies(db, page));
    yield page.map(({ id, content, sent_at: sentAt }) => ({
      ...readContent(content),
      sentAt,
      replies: (replies.get(id) ?? []).map((reply) => ({
        message: replyText.parse(JSON.parse(reply.content)),
        repliedAt: reply.replied_at,
      })),
    }));
  }
}

const replyText = z.string();

type Reply = Pick<ContactReplyRow, 'message_id' | 'content' | 'replied_at'>;

async function findReplies(
  db: Queryable,
  messages: readonly FoundMessage[],
): Promise<ReadonlyMap<string, readonly Reply[]>> {
  const ids = messages.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('contact_replies')
    .select(['message_id', 'content', 'replied_at'])
    .where('message_id', 'in', ids)
    .orderBy('replied_at')
    .execute();
  return Map.groupBy(found, ({ message_id: id }) => id);
}
