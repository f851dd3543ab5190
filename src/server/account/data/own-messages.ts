import type { Queryable } from '#server/db/database.ts';
import { newest } from '#server/db/list-page.ts';
import { inPages, type InTurn } from '#server/http/files/downloads.ts';
import { findMessagesFrom, readContent, type FoundMessage } from '#server/messages/index.ts';

/** The contact messages that were sent with an address, newest first. The caller knows that the address is the reader's. */
export async function* ownMessages(db: Queryable, emailKey: string, inTurn: InTurn) {
  const pages = inPages<FoundMessage>(inTurn, (last, pageSize) =>
    findMessagesFrom(db, emailKey, pageSize, last ? { at: last.sent_at, id: last.id } : newest),
  );
  for await (const page of pages)
    yield page.map(({ content, sent_at: sentAt }) => ({ ...readContent(content), sentAt }));
}
