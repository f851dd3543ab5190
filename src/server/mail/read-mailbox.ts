import { jobKinds, type JobKind, type OutboxRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { UnreadableToken } from './link-token.ts';
import { writerOf, type MailWriters } from './mail-writer.ts';

/**
 * An email of the outbox with its state. It has no message if it has no recipient, or if its link no longer exists or cannot be
 * read.
 */
export interface MailboxEntry {
  readonly id: string;
  readonly kind: JobKind;
  readonly status: OutboxRow['status'];
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: string;
  readonly message: MailMessage | undefined;
}

/** The newest emails of the outbox, waiting or sent, each as it would be written now. */
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

/** One email of the outbox; undefined for an unknown id. */
export async function findMail(deps: Deps, writers: MailWriters, id: string): Promise<MailboxEntry | undefined> {
  if (!isId('out', id)) return undefined;
  const row = await mailRows(deps, writers).where('id', '=', id).executeTakeFirst();
  return row && toEntry(deps, writers, row);
}

const mailsMax = 50;

const mailRows = ({ db }: Deps, writers: MailWriters) =>
  db.read
    .selectFrom('outbox')
    .selectAll()
    .where(
      'kind',
      'in',
      jobKinds.filter((kind) => writers[kind]),
    );

async function toEntry(deps: Deps, writers: MailWriters, row: OutboxRow): Promise<MailboxEntry> {
  const entry = writers[row.kind];
  const message = await (entry && writerOf(entry)(deps, row).catch(undefinedIfUnreadable));
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    message: message === 'expired' ? undefined : message,
  };
}

/** Returns undefined for an email whose link cannot be read, so that the other emails can still be shown. */
function undefinedIfUnreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableToken)) throw error;
}
