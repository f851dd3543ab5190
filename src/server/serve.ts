import { announceArrival } from '#server/arrival/index.ts';
import { createPasswordQueue, encryptSecondFactors, ensureAdmin, type EnsuredAdmin } from '#server/auth/index.ts';
import { seedCatalogue } from '#server/catalogue/index.ts';
import {
  createPayPalProvider,
  createStripeProvider,
  ensureInstallation,
  noticeRestore,
  paymentJobs,
  realTime,
} from '#server/payments/index.ts';
import { encryptSigningKey } from '#server/public-log/index.ts';
import { cancelPlanJob, followCharityJob } from '#server/recurring/index.ts';
import { buildApp, type App } from './app.ts';
import { ConfigError, findLaunchProblems, portProblem, type Config } from '#server/config/config.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { currentMailWords } from './current-words.ts';
import type { Deps } from './deps.ts';
import { followSandboxClock } from './follow-sandbox-clock.ts';
import { createEncryption } from './secrets/encryption.ts';
import { waitingConnectionsMax } from './http/limit-requests.ts';
import { createMetrics } from './http/operations/metrics.ts';
import { loadWebBuild } from './http/pages.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { systemRandom } from './ids.ts';
import { lastRunFile } from './disk/last-run-file.ts';
import { temporaryFiles } from './disk/temporary-files.ts';
import { createLog } from './log.ts';
import { mailWriters } from './mail-writers.ts';
import { encryptWaitingTokens } from './mail/encrypt-waiting-tokens.ts';
import { lazyMails } from './mail/load-mails.ts';
import { mailHandlers } from './mail/mail-writer.ts';
import { createSmtpTransport } from './mail/transport.ts';
import { createPdfWriter } from './pdf/pdf-writer.ts';
import { inProductFolder } from './product-folder.ts';
import { createPublished } from './published.ts';
import { startSchedule } from './schedule.ts';
import { listening, metricsOfWorker } from './workers/index.ts';
import { createWebhookTransport, encryptWebhookSecrets, holdWantedEvents, webhookJobs } from './webhooks/index.ts';
import { loadSecretKeys } from './secrets/secret-keys.ts';
import { openTracing } from './tracing/index.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const random = systemRandom();

const systemClock = { now: () => new Date() };

/** Starts the server with its real dependencies. `worker` is its number if there are several. */
export async function serve(config: Config, worker: number | undefined): Promise<void> {
  const web = loadWebBuild(inProductFolder('dist', 'web'), config);
  const deps = await createDeps(config, worker);
  printGeneratedPassword(config, await ensureAdmin(deps));
  for (const problem of findLaunchProblems(config)) deps.log.warn({ problem }, 'not ready for real donors');
  const jobDeps = { ...deps, db: deps.db.patient };
  await encryptSecondFactors(jobDeps);
  await encryptWaitingTokens(jobDeps);
  await encryptWebhookSecrets(jobDeps);
  await encryptSigningKey(jobDeps);
  await noticeRestore(jobDeps);
  const app = await buildApp(deps, web);
  await listen(app, config, worker);
  const handlers = {
    ...mailHandlers(jobDeps, mailWriters),
    ...paymentJobs,
    ...webhookJobs,
    announce_arrival: announceArrival,
    cancel_plan: cancelPlanJob,
    follow_charity: followCharityJob,
  };
  stopOnSignals(deps, app, startSchedule(jobDeps, handlers));
}

/**
 * On Linux the kernel distributes connections among the workers. Elsewhere Node's primary process hands them over, and those on
 * their way to a worker that is killed hang.
 */
async function listen(app: App, { port, host }: Config, worker: number | undefined): Promise<void> {
  const options = {
    port,
    host,
    backlog: waitingConnectionsMax,
    reusePort: worker !== undefined && process.platform === 'linux',
  };
  try {
    await app.server.listen(options);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    throw new ConfigError(portProblem({ title: 'the product', host, port, portVariable: 'PORT' }, code), {
      cause: error,
    });
  }
  if (worker !== undefined) process.send?.(listening);
}

/** Prints the generated password once. It is not logged: the log level could hide it, and readers of the log must not see it. */
function printGeneratedPassword(config: Config, admin: EnsuredAdmin): void {
  if (admin.code !== 'created' || admin.generatedPassword === undefined) return;
  process.stderr.write(
    `Administrator's account: username admin, email ${config.admin.email}, password ${admin.generatedPassword} (shown only this once)\n`,
  );
}

/** Creates the dependencies, with a migrated and seeded database. */
async function createDeps(config: Config, worker: number | undefined): Promise<Deps> {
  if (!config.stripe)
    throw new ConfigError(
      'STRIPE_SECRET_KEY is missing: use npm start, which starts the payment sandbox and passes its keys.',
    );
  const log = createLog(config);
  const encryption = createEncryption(loadSecretKeys(config), random);
  const tracing = await openTracing(config.tracing, log);
  const db = openDatabase(config, (error) => log.error({ err: error }, 'an idle database connection died'), tracing);
  await migrate(db.patient);
  await seedCatalogue(db);
  const clock =
    config.sandbox && config.stripe.apiBase
      ? await followSandboxClock(new URL('/clock', config.stripe.apiBase))
      : systemClock;
  const published = createPublished(clock);
  return {
    config,
    installationId: await ensureInstallation(db, random),
    db,
    encryption,
    cards: createStripeProvider(config.stripe, config.timeLimitFactor, tracing),
    paypal: config.paypal && createPayPalProvider(config.paypal, realTime(config.timeLimitFactor), tracing),
    mail: config.mail.smtpUrl === undefined ? undefined : createSmtpTransport(config.mail.smtpUrl),
    renderMail: lazyMails(() => currentMailWords({ published, config })),
    pdf: createPdfWriter(),
    published,
    wantedEvents: holdWantedEvents(),
    webhooks: createWebhookTransport({
      isSandbox: config.sandbox !== undefined,
      time: realTime(config.timeLimitFactor),
    }),
    lastRun: lastRunFile(config.dataDir),
    temporaryFiles: temporaryFiles(config.dataDir),
    passwordQueue: createPasswordQueue(config.passwordQueueMax),
    rateLimits: createRateLimits({ clock, random }),
    clock,
    random,
    log,
    metrics: worker === undefined ? createMetrics(true) : metricsOfWorker(worker),
    tracing,
  };
}
