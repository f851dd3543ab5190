import { pino } from 'pino';
import { createPasswordQueue } from '#server/auth/index.ts';
import { parseConfig, type Config } from '#server/config/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Clock, Deps } from '#server/deps.ts';
import { createEncryption } from '#server/encryption.ts';
import { followProviderClock } from '#server/follow-provider-clock.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { systemRandom } from '#server/ids.ts';
import { lastRunFile } from '#server/last-run-file.ts';
import { lazyMails } from '#server/mail/load-mails.ts';
import { createPdfWriter } from '#server/pdf/pdf-writer.ts';
import { createPayPalProvider, createStripeProvider, ensureInstallation } from '#server/payments/index.ts';
import { loadSecretKeys } from '#server/secret-keys.ts';
import { planStart } from './start/plan.ts';
import { loadSandboxKeys } from './start/sandbox-keys.ts';

/**
 * The server's dependencies for an operator's command, with the configuration, database and providers that `npm start` would
 * use, including the sandbox's keys. Logs go to standard error, so that standard output holds only the command's result.
 */
export async function operatorDeps(environment: NodeJS.ProcessEnv): Promise<Deps> {
  const requested = parseConfig(environment);
  const keys = requested.sandbox ? loadSandboxKeys(requested.dataDir) : undefined;
  const config = parseConfig(planStart(requested, keys, environment).product.environment);
  if (!config.stripe) throw new TypeError('a configuration without sandbox has provider keys');
  const log = pino({ level: 'warn' }, pino.destination(2));
  const db = openDatabase(config, (error) => log.error({ err: error }, 'an idle database connection died')).patient;
  await migrate(db);
  const random = systemRandom();
  return {
    config,
    installationId: await ensureInstallation(db, random),
    db,
    encryption: createEncryption(loadSecretKeys(config), random),
    cards: createStripeProvider(config.stripe),
    paypal: config.paypal && createPayPalProvider(config.paypal),
    mail: undefined, // the product sends what a command adds to the outbox
    renderMail: lazyMails(config.contactEmail),
    pdf: createPdfWriter(),
    lastRun: lastRunFile(config.dataDir),
    passwordQueue: createPasswordQueue(config.passwordQueueMax),
    clock: await clockOf(config),
    random,
    log,
    metrics: createMetrics(false),
  };
}

/** The sandbox's clock, as the server uses it; this machine's clock when the sandbox is off or not running. */
async function clockOf(config: Config): Promise<Clock> {
  if (!config.sandbox || !config.stripe?.apiBase) return { now: () => new Date() };
  const clock = await followProviderClock(new URL('/clock', config.stripe.apiBase));
  clock.stop();
  return clock;
}
