import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { RenderMail } from '#domain/mail/mail.ts';
import { buildApp } from '#server/app.ts';
import { createPasswordQueue } from '#server/auth/index.ts';
import { parseConfig, type Config, type Environment } from '#server/config/config.ts';
import { currentMailWords } from '#server/current-words.ts';
import type { Database, Engine } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Deps } from '#server/deps.ts';
import { createEncryption } from '#server/secrets/encryption.ts';
import type { FairQueue } from '#server/fair-queue.ts';
import { createMetrics } from '#server/http/operations/metrics.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import type { WebBuild } from '#server/http/pages.ts';
import { lastRunFile } from '#server/disk/last-run-file.ts';
import { temporaryFiles } from '#server/disk/temporary-files.ts';
import { lazyMails } from '#server/mail/load-mails.ts';
import {
  createPayPalProvider,
  createStripeProvider,
  ensureInstallation,
  realTime,
  type RealTime,
} from '#server/payments/index.ts';
import { createPdfWriter, type PdfWriter } from '#server/pdf/pdf-writer.ts';
import { createPublished } from '#server/published.ts';
import { loadSecretKeys } from '#server/secrets/secret-keys.ts';
import type { CardProvider } from '#server/ports/card-provider.ts';
import type { MailTransport } from '#server/ports/mail-transport.ts';
import type { PayPalProvider } from '#server/ports/paypal-provider.ts';
import type { Tracing } from '#server/ports/tracing.ts';
import type { WebhookTransport } from '#server/ports/webhook-transport.ts';
import { openTracing } from '#server/tracing/index.ts';
import { createWebhookTransport, holdWantedEvents } from '#server/webhooks/index.ts';
import { fixedClock, type TestClock } from './clock.ts';
import { migratedDatabase, type FreshDatabase } from './databases.ts';

/** The product with a fresh database, handling requests in this process. */
export interface TestApp {
  readonly server: FastifyInstance;
  readonly deps: Deps;
  readonly clock: TestClock;
  /** What the server logged, newest last. */
  readonly logged: Record<string, unknown>[];
  /** Starts draining the server, as a stop signal does. */
  drain(): void;
  close(): Promise<void>;
}

/** The parts of the product that a test can replace. */
export interface TestAppOptions {
  readonly environment?: Environment;
  /** Replaces the card provider; by default the official adapter calls STRIPE_API_BASE. */
  readonly cards?: CardProvider;
  /** Replaces PayPal, which is not offered by default. */
  readonly paypal?: PayPalProvider;
  readonly clock?: TestClock;
  /** Replaces the queue of passwords to hash. */
  readonly passwordQueue?: FairQueue;
  /** Replaces the time by which the product waits for PayPal. */
  readonly time?: RealTime;
  /** Sends emails; by default they stay in the outbox. */
  readonly mail?: MailTransport | undefined;
  /** Renders emails; by default with the product's own build. `builtMails` renders the current sources. */
  readonly renderMail?: RenderMail;
  /** Replaces the writer of PDFs; by default all apps of a test process share one. */
  readonly pdf?: PdfWriter;
  /** URL of another test app's database, to run two servers on one database. */
  readonly databaseUrl?: string;
  /** Replaces the sender of webhooks; by default, one that sends to any address. */
  readonly webhooks?: WebhookTransport;
  /** Replaces the tracing that the environment asks for. */
  readonly tracing?: Tracing;
  /** Built pages; by default the app serves only the API. */
  readonly web?: WebBuild;
}

/** The writer of all apps. It starts its thread only when a test needs it. */
const sharedPdfWriter = createPdfWriter();

/** Settings with longer time limits than in production, because a busy machine can delay any process by seconds. */
export const patientServer = { TIME_LIMIT_FACTOR: '30' };

/** Address of the product in tests; nothing listens there. */
export const ownOrigin = 'http://localhost:3000';

/** The secret that signs test webhooks. */
export const webhookSecret = 'whsec_test';

/** Starts the product on a migrated and seeded database of an engine, with a fixed clock. The test must close it. */
export async function startApp(engine: Engine, options: TestAppOptions = {}): Promise<TestApp> {
  const fresh = await prepareDatabase(engine, options.databaseUrl);
  const config = configOf(fresh, options);
  const clock = options.clock ?? fixedClock();
  const logged: Record<string, unknown>[] = [];
  const log = logTo(logged);
  const tracing = options.tracing ?? (await openTracing(config.tracing, log));
  const db = openDatabase(config, () => undefined, tracing);
  if (db.engine === 'sqlite') await reverseUnorderedRows(db);
  const random = { bytes: countingBytes() };
  const published = createPublished(clock);
  const deps: Deps = {
    config,
    installationId: await ensureInstallation(db, random),
    db,
    encryption: createEncryption(loadSecretKeys(config), random),
    cards: options.cards ?? createStripeProvider(config.stripe!, config.timeLimitFactor, tracing),
    paypal:
      options.paypal ??
      (config.paypal && createPayPalProvider(config.paypal, options.time ?? realTime(config.timeLimitFactor), tracing)),
    mail: options.mail,
    renderMail: options.renderMail ?? lazyMails(() => currentMailWords({ published, config })),
    pdf: options.pdf ?? sharedPdfWriter,
    published,
    wantedEvents: holdWantedEvents(),
    webhooks: options.webhooks ?? createWebhookTransport({ isSandbox: true, time: realTime(config.timeLimitFactor) }),
    lastRun: lastRunFile(fresh.dataDir),
    temporaryFiles: temporaryFiles(fresh.dataDir),
    passwordQueue: options.passwordQueue ?? createPasswordQueue(config.passwordQueueMax),
    rateLimits: createRateLimits({ clock, random }),
    clock,
    random,
    log,
    metrics: createMetrics(false),
    tracing,
  };
  const app = await buildApp(deps, options.web);
  const close = async (): Promise<void> => {
    await app.server.close();
    await Promise.all([db.close(), tracing?.close()]);
    await fresh.drop();
  };
  return { server: app.server, deps, clock, logged, drain: () => app.drain(), close };
}

const configOf = (fresh: FreshDatabase, { environment }: Pick<TestAppOptions, 'environment'>): Config =>
  parseConfig({
    PAYMENT_SANDBOX: 'on',
    STRIPE_SECRET_KEY: 'sk_test_sandbox_key',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    RATE_LIMIT_FACTOR: '1000', // some tests send more bad requests than a minute allows
    REQUESTS_MAX: '100000', // tests send hundreds at the same moment
    ...patientServer,
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    DATA_DIR: fresh.dataDir,
    DATABASE_URL: fresh.databaseUrl,
    ...environment,
  });

const logTo = (logged: Record<string, unknown>[]): Deps['log'] =>
  pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) });

/** Creates a migrated database, or uses another test app's database with a new folder. */
async function prepareDatabase(engine: Engine, databaseUrl?: string): Promise<FreshDatabase> {
  const fresh = await migratedDatabase(databaseUrl ? 'sqlite' : engine);
  return databaseUrl ? { ...fresh, databaseUrl } : fresh;
}

/**
 * Makes SQLite return unordered rows last to first. PostgreSQL returns them in any order, mostly first to last, so code that
 * relies on that order fails here.
 */
async function reverseUnorderedRows({ read, write }: Database): Promise<void> {
  for (const connection of [read, write]) await sql`pragma reverse_unordered_selects = on`.execute(connection);
}

/** Creates a source of bytes that never repeat within a process, so that ids are unique but not random. */
function countingBytes(): (count: number) => Uint8Array {
  const start = `${process.pid}:${(starts += 1)}`;
  let calls = 0;
  return (count) =>
    createHash('sha512')
      .update(`${start}:${(calls += 1)}`)
      .digest()
      .subarray(0, count);
}

let starts = 0;
