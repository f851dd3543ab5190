import type { ContactMessage } from '#contract/contact.ts';
import { findMessages, readContent } from '#server/contact/index.ts';
import type { Queryable } from '#server/db/database.ts';

/** The inbox: the newest messages as they were written, newest first. */
export async function listMessages(db: Queryable): Promise<ContactMessage[]> {
  const rows = await findMessages(db, messagesMax);
  return rows.map(({ id, content, status, sent_at: timestamp }) => ({
    id,
    ...readContent(content),
    status,
    timestamp,
  }));
}

const messagesMax = 1000;
