import type { Logger } from 'pino';
import type { RenderMail } from '#domain/mail/mail.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { MailTransport } from './mail/transport.ts';
import type { Metrics } from './http/metrics.ts';
import type { CardProvider, PayPalProvider } from '#server/payments/index.ts';

/** The world outside, as the server is handed it: nothing else reaches the clock, randomness, the database or a provider. */
export interface Deps {
  readonly config: Config;
  readonly db: Database;
  readonly cards: CardProvider;
  /** Absent where PayPal is not offered. */
  readonly paypal: PayPalProvider | undefined;
  /** The way out for mails; undefined where no mail server is configured. */
  readonly mail: MailTransport | undefined;
  /** Puts a mail into words. */
  readonly renderMail: RenderMail;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** What time it is. */
export interface Clock {
  now(): Date;
}

/** A source of secrets. */
export interface Random {
  /** Bytes that nobody can guess. */
  bytes(count: number): Uint8Array;
}
