import { pino } from 'pino';
import { createPasswordQueue } from '#server/auth/index.ts';
import { parseConfig, type Config } from '#server/config/config.ts';
import { currentMailWords } from '#server/current-words.ts';
import type { Clock, Deps } from '#server/deps.ts';
import { createEncryption } from '#server/secrets/encryption.ts';
import { followSandboxClock } from '#server/follow-sandbox-clock.ts';
import { createMetrics } from '#server/http/operations/metrics.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { systemRandom } from '#server/ids.ts';
import { lastRunFile } from '#server/disk/last-run-file.ts';
import { temporaryFiles } from '#server/disk/temporary-files.ts';
import { lazyMails } from '#server/mail/load-mails.ts';
import { createPublished } from '#server/published.ts';
import { createWebhookTransport, holdWantedEvents } from '#server/webhooks/index.ts';
import { refreshPublished } from '#server/publishing/index.ts';
import { createPdfWriter } from '#server/pdf/pdf-writer.ts';
import { createPayPalProvider, createStripeProvider, ensureInstallation, realTime } from '#server/payments/index.ts';
import { loadSecretKeys } from '#server/secrets/secret-keys.ts';
import { runOperatorCommand } from './operator-command.ts';
import { openAndUpdateDatabase } from './existing-database.ts';
import { planStart } from './start/plan.ts';
import { loadSandboxKeys } from './start/sandbox-keys.ts';

/** Runs an operator's command with the server's dependencies. */
export const runWithDeps = (command: (deps: Deps) => Promise<number>): Promise<void> =>
  runOperatorCommand(async () => {
    const deps = await operatorDeps(process.env);
    const exitCode = await command(deps);
    await deps.db.close();
    return exitCode;
  });

/**
 * Creates the server's dependencies for an operator's command, with the configuration, database and providers that `npm start`
 * would use, including the sandbox's keys. Updates the schema of an older release. If the product has no database, throws a
 * Refusal and creates nothing. Logs go to standard error, so that standard output holds only the command's result.
 */
export async function operatorDeps(environment: NodeJS.ProcessEnv): Promise<Deps> {
  const requested = parseConfig(environment);
  const log = pino({ level: 'warn' }, pino.destination(2));
  const db = await openAndUpdateDatabase(requested, (error) =>
    log.error({ err: error }, 'an idle database connection died'),
  );
  const keys = requested.sandbox ? loadSandboxKeys(requested.dataDir) : undefined;
  const config = parseConfig(planStart(requested, keys, environment).product.environment);
  if (!config.stripe) throw new TypeError('a configuration without the sandbox must have provider keys');
  const random = systemRandom();
  const clock = await clockOf(config);
  const published = createPublished(clock);
  await refreshPublished({ db, published });
  const wantedEvents = holdWantedEvents();
  await wantedEvents.refresh(db.read);
  return {
    config,
    installationId: await ensureInstallation(db, random),
    db,
    encryption: createEncryption(loadSecretKeys(config), random),
    cards: createStripeProvider(config.stripe),
    paypal: config.paypal && createPayPalProvider(config.paypal),
    mail: undefined, // the product sends what a command adds to the outbox
    renderMail: lazyMails(() => currentMailWords({ published, config })),
    pdf: createPdfWriter(),
    published,
    wantedEvents,
    webhooks: createWebhookTransport({ isSandbox: config.sandbox !== undefined, time: realTime() }),
    lastRun: lastRunFile(config.dataDir),
    temporaryFiles: temporaryFiles(config.dataDir),
    passwordQueue: createPasswordQueue(config.passwordQueueMax),
    rateLimits: createRateLimits({ clock, random }),
    clock,
    random,
    log,
    metrics: createMetrics(false),
    tracing: undefined,
  };
}

/** The sandbox's clock, as the server uses it, or this machine's clock if the sandbox is off or not running. */
async function clockOf(config: Config): Promise<Clock> {
  if (!config.sandbox || !config.stripe?.apiBase) return { now: () => new Date() };
  const clock = await followSandboxClock(new URL('/clock', config.stripe.apiBase));
  clock.stop();
  return clock;
}
