import type { OutboxRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import type { MailWriters } from './mail-writer.ts';
import type { MailMessage } from './transport.ts';

/** A mail of the outbox with what became of it; without a message there is nobody to write to. */
export interface MailboxEntry {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: string;
  readonly message: MailMessage | undefined;
}

/** The newest mails of the outbox, waiting and sent alike, each as it would be written now. */
export async function readMailbox(deps: Deps, writers: MailWriters): Promise<readonly MailboxEntry[]> {
  const rows = await mailRows(deps, writers)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mailsMax)
    .execute();
  const entries: MailboxEntry[] = [];
  for (const row of rows) entries.push(await toEntry(deps, writers, row));
  return entries;
}

/** One mail of the outbox; undefined when there is none with this id. */
export async function findMail(deps: Deps, writers: MailWriters, id: string): Promise<MailboxEntry | undefined> {
  if (!isId('out', id)) return undefined;
  const row = await mailRows(deps, writers).where('id', '=', id).executeTakeFirst();
  return row && toEntry(deps, writers, row);
}

const mailsMax = 50;

const mailRows = ({ db }: Deps, writers: MailWriters) =>
  db.read.selectFrom('outbox').selectAll().where('kind', 'in', Object.keys(writers));

async function toEntry(deps: Deps, writers: MailWriters, row: OutboxRow): Promise<MailboxEntry> {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    message: await writers[row.kind]?.(deps, row),
  };
}
