import type { Sender } from '#domain/words/words.ts';
import type { Config } from '#server/config/config.ts';
import { currentSender } from '#server/current-words.ts';
import type { JobKind } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { LeasedJob } from '#server/outbox/queries.ts';
import type { JobHandler, JobHandlers } from '#server/outbox/worker.ts';
import {
  MailRefusal,
  MailServerUnavailable,
  type MailMessage,
  type MailTransport,
} from '#server/ports/mail-transport.ts';

/** The part of an outbox job that an email's writer needs. */
export interface MailJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: string;
}

/**
 * Writes a job's email; undefined when there is no recipient, and `expired` when its link no longer exists. Another attempt
 * writes an email with the same Message-ID, but its text can differ: staff may have published other words since.
 */
export type MailWriter = (deps: Deps, job: MailJob) => Promise<MailMessage | 'expired' | undefined>;

/** A kind of email whose outcomes are recorded. */
export interface FollowedMail {
  readonly write: MailWriter;
  /** Called before each attempt. `skip`: the email must no longer be sent. */
  readonly check: (deps: Deps, job: LeasedJob) => Promise<'send' | 'paused' | 'skip'>;
  readonly recordSent: (deps: Deps, job: LeasedJob) => Promise<void>;
  /** Called after a permanent refusal. The email is not tried again. */
  readonly recordRefused: (deps: Deps, job: LeasedJob, refusal: MailRefusal) => Promise<void>;
}

/** Writers by the kind of job. */
export type MailWriters = Readonly<Partial<Record<JobKind, MailWriter | FollowedMail>>>;

/** The writer of a kind of email, whether its outcomes are recorded or not. */
export const writerOf = (entry: MailWriter | FollowedMail): MailWriter =>
  typeof entry === 'function' ? entry : entry.write;

/** The worker's handlers for emails. Without a mail server there are none, and the jobs wait in the outbox. */
export function mailHandlers(deps: Deps, writers: MailWriters): JobHandlers {
  const { mail } = deps;
  if (!mail) return {};
  const send = blamingRepeatedFailures(mail);
  return Object.fromEntries(Object.entries(writers).map(([kind, entry]) => [kind, handlerOf(entry, send)]));
}

type Send = (message: MailMessage, job: LeasedJob) => Promise<void>;

const handlerOf = (entry: MailWriter | FollowedMail, send: Send): JobHandler =>
  typeof entry === 'function' ? plainHandler(entry, send) : followedHandler(entry, send);

const followedHandler =
  ({ write, check, recordSent, recordRefused }: FollowedMail, send: Send): JobHandler =>
  async (deps, job) => {
    const next = await check(deps, job);
    if (next !== 'send') return next === 'paused' ? 'paused' : 'no_recipient';
    try {
      const unsent = await plainHandler(write, send)(deps, job);
      if (unsent !== undefined) return unsent;
    } catch (error) {
      if (!(error instanceof MailRefusal) || !error.isPermanent) throw error;
      await recordRefused(deps, job, error);
      return 'no_recipient';
    }
    await recordSent(deps, job);
    return undefined;
  };

const plainHandler =
  (write: MailWriter, send: Send): JobHandler =>
  async (deps, job) => {
    const message = await write(deps, job);
    const { id: jobId, kind } = job;
    if (!message) {
      deps.log.info({ jobId, kind }, 'email has no recipient');
      return 'no_recipient';
    }
    if (message === 'expired' || (message.usableUntil && message.usableUntil <= deps.clock.now())) {
      deps.log.info({ jobId, kind }, 'email has expired; not sent');
      return 'expired';
    }
    await send(message, job);
    return undefined;
  };

/**
 * When the mail server fails again on the same email, although it accepted others in between, the email is treated as refused:
 * it may be what breaks the connection, and must neither be tried forever nor delay the rest.
 */
function blamingRepeatedFailures(mail: MailTransport): Send {
  let accepted = 0;
  const acceptedAtFailure = new Map<string, number>(); // by job, oldest first
  return async (message, job) => {
    try {
      await mail.send(message);
      accepted += 1;
      acceptedAtFailure.delete(job.id);
    } catch (error) {
      if (!(error instanceof MailServerUnavailable)) throw error;
      const before = acceptedAtFailure.get(job.id) ?? accepted;
      acceptedAtFailure.set(job.id, accepted);
      if (acceptedAtFailure.size > failuresMax) acceptedAtFailure.delete(acceptedAtFailure.keys().next().value ?? '');
      throw before < accepted ? new MailRefusal(error.message, { cause: error }) : error;
    }
  };
}

const failuresMax = 1000; // jobs that another process finishes would stay forever otherwise

/** The sender of all emails except replies to contact messages. */
export const senderOf = (deps: Pick<Deps, 'config' | 'published'>): string =>
  deps.config.mail.from ?? contactSender(currentSender(deps));

/** The contact address with the name of the organization. */
export const contactSender = ({ name, contactEmail }: Sender): string => `${name} <${contactEmail}>`;

/** The Message-ID of an email with a unique name, such as `receipt.don_…`. */
export const messageIdOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, name: string): string =>
  `<${name}@${new URL(publicUrl).hostname}>`;
