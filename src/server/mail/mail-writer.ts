import { brand } from '#domain/brand.ts';
import type { Config } from '#server/config/config.ts';
import type { JobKind } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { JobHandler, JobHandlers } from '#server/outbox/worker.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';

/** The part of an outbox job that an email's writer needs. */
export interface MailJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: string;
}

/** Writes a job's email; undefined when there is no recipient. The same job always produces the same email. */
export type MailWriter = (deps: Deps, job: MailJob) => Promise<MailMessage | undefined>;

/** Writers by the kind of job. */
export type MailWriters = Readonly<Partial<Record<JobKind, MailWriter>>>;

/** The worker's handlers for emails. Without a mail server there are none, and the jobs wait in the outbox. */
export function mailHandlers(deps: Deps, writers: MailWriters): JobHandlers {
  if (!deps.mail) return {};
  return Object.fromEntries(Object.entries(writers).map(([kind, write]) => [kind, sending(write)]));
}

const sending =
  (write: MailWriter): JobHandler =>
  async (deps, job) => {
    const message = await write(deps, job);
    if (message) {
      await deps.mail?.send(message);
      return undefined;
    }
    deps.log.info({ jobId: job.id, kind: job.kind }, 'email has no recipient');
    return 'no_recipient';
  };

export const senderOf = ({ mail, contactEmail }: Pick<Config, 'mail' | 'contactEmail'>): string =>
  mail.from ?? `${brand.name} <${contactEmail}>`;

/** The Message-ID of an email with a unique name, such as `receipt.don_…`. */
export const messageIdOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, name: string): string =>
  `<${name}@${new URL(publicUrl).hostname}>`;
