import type { Logger } from 'pino';
import type { RenderMail } from '#domain/mail/mail.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from './db/database.ts';
import type { FairQueue } from './fair-queue.ts';
import type { Metrics } from './http/operations/metrics.ts';
import type { Encryption } from './ports/encryption.ts';
import type { LastRunNote } from './ports/last-run-note.ts';
import type { PdfWriter } from './pdf/pdf-writer.ts';
import type { MailTransport } from './ports/mail-transport.ts';
import type { Providers } from './ports/providers.ts';
import type { Published } from './ports/published.ts';
import type { RateLimits } from './ports/rate-limits.ts';
import type { TemporaryFiles } from './ports/temporary-files.ts';
import type { Tracing } from './ports/tracing.ts';
import type { WantedEvents } from './ports/wanted-events.ts';
import type { WebhookTransport } from './ports/webhook-transport.ts';

/** Everything outside the program that requests and jobs use, such as the clock, randomness, the database and the providers. */
export interface Deps extends Providers {
  readonly config: Config;
  /** Written into each donation's record at the provider, so that another installation leaves our payments alone. */
  readonly installationId: string;
  readonly db: Database;
  /** Encrypts secrets in the database. */
  readonly encryption: Encryption;
  /** Undefined if no mail server is configured. */
  readonly mail: MailTransport | undefined;
  readonly renderMail: RenderMail;
  readonly pdf: PdfWriter;
  readonly published: Published;
  readonly wantedEvents: WantedEvents;
  readonly webhooks: WebhookTransport;
  readonly lastRun: LastRunNote;
  readonly temporaryFiles: TemporaryFiles;
  /** The queue in which passwords wait to be hashed. Its callers are networks. */
  readonly passwordQueue: FairQueue;
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Undefined if no collector is configured. */
  readonly tracing: Tracing | undefined;
}

export interface Clock {
  now(): Date;
}

export interface Random {
  /** Cryptographically secure random bytes. */
  bytes(count: number): Uint8Array;
}
