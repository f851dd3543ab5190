import { brand } from '#domain/brand.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { JobHandler, JobHandlers } from '#server/outbox/worker.ts';
import type { MailMessage } from './transport.ts';

/** What a mail's writer needs to know of its outbox job. */
export interface MailJob {
  readonly id: string;
  readonly kind: string;
  readonly payload: string;
}

/** Writes the mail that a job asks for; undefined when there is nobody to write to. The same job gives the same mail. */
export type MailWriter = (deps: Deps, job: MailJob) => Promise<MailMessage | undefined>;

/** The writers of all mails, by the kind of their jobs. */
export type MailWriters = Readonly<Record<string, MailWriter>>;

/** The worker's handlers for mails. Without a way out there are none, and the jobs stay in the outbox. */
export function mailHandlers(deps: Deps, writers: MailWriters): JobHandlers {
  if (!deps.mail) return {};
  return Object.fromEntries(Object.entries(writers).map(([kind, write]) => [kind, sending(write)]));
}

const sending =
  (write: MailWriter): JobHandler =>
  async (deps, job) => {
    const message = await write(deps, job);
    if (message) await deps.mail?.send(message);
    else deps.log.debug({ jobId: job.id, kind: job.kind }, 'mail has nobody to go to');
  };

/** Whom mails come from. */
export const senderOf = ({ mail }: Pick<Config, 'mail'>): string =>
  mail.from ?? `${brand.name} <${brand.contactEmail}>`;

/** The Message-ID of the one mail that a name stands for, such as `receipt.don_…`. */
export const messageIdOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, name: string): string =>
  `<${name}@${new URL(publicUrl).hostname}>`;
