import { parseConfig, type Config } from '#server/config/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Deps } from '#server/deps.ts';
import { followSandboxClock } from '#server/follow-sandbox-clock.ts';
import { operatorDeps } from '../operator-deps.ts';
import { findFreePort } from '../provision/free-port.ts';
import { type Child, startChild, waitUntilReady } from '../start/child.ts';
import { planStart } from '../start/plan.ts';
import { loadSandboxKeys } from '../start/sandbox-keys.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';

/** The product and its payment sandbox as separate processes, with access to the records of both. */
export interface CrashWorld {
  /** The site's public address, sent as the `Origin` of every call. */
  readonly origin: string;
  readonly serverUrl: string;
  readonly provider: ProviderClient;
  /** Our own connections to the product's database and provider, with the provider's clock. */
  readonly deps: Deps;
  /** The sandbox's address. */
  readonly sandboxUrl: string;
  /** The settings of the product, for commands that an operator runs at the same time. */
  readonly environment: NodeJS.ProcessEnv;
  /** Resolves when the server responds. */
  whenUp(): Promise<void>;
  /** The process id of the running server. */
  serverPid(): number | undefined;
  /** Kills the server like a power cut: none of its handlers run. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Starts the server again; resolves when it responds. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface CrashWorldSettings {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The URL of the mail server; if undefined, no email is sent. */
  readonly smtpUrl?: string | undefined;
  /** Environment variables that override the product's settings. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Starts the product and the sandbox with an empty data folder and, on PostgreSQL, an empty database. */
export async function startCrashWorld(settings: CrashWorldSettings): Promise<CrashWorld> {
  const environment = await environmentOf(settings);
  const config = parseConfig(environment);
  const keys = loadSandboxKeys(config.dataDir);
  const plan = planStart(config, keys, environment);
  if (!plan.sandbox) throw new TypeError('the crash test needs the payment sandbox');
  const sandbox = startChild(plan.sandbox);
  await waitUntilReady(sandbox, plan.sandbox);
  const clock = await followSandboxClock(new URL('/clock', plan.product.environment['STRIPE_API_BASE']));
  await createSchema(config);
  const deps: Deps = { ...(await operatorDeps(environment)), clock };

  let server: Child | undefined;
  let up = Promise.withResolvers<void>();
  const restart = async (): Promise<void> => {
    server = startChild(plan.product);
    await waitUntilReady(server, plan.product);
    up.resolve();
  };
  await restart();
  return {
    origin: config.publicUrl,
    serverUrl: new URL(plan.product.readinessUrl).origin,
    provider: createProviderClient(new URL(plan.sandbox.readinessUrl).origin, keys.secretKey),
    deps,
    sandboxUrl: new URL(plan.sandbox.readinessUrl).origin,
    environment,
    whenUp: () => up.promise,
    serverPid: () => server?.pid,
    kill: async () => {
      up = Promise.withResolvers<void>();
      server?.kill();
      await server?.ended;
    },
    restart,
    close: async () => {
      clock.stop();
      await Promise.all([server?.stop(), sandbox.stop()]);
      await deps.db.close();
    },
  };
}

/** Creates the tables. The server would do so too, but we open the database before the server starts. */
async function createSchema(config: Config): Promise<void> {
  const db = openDatabase(config, () => undefined).patient;
  await migrate(db);
  await db.close();
}

/** The environment of both processes. Of the caller's, it has only PATH, so that no test reaches a real provider. */
async function environmentOf(settings: CrashWorldSettings): Promise<NodeJS.ProcessEnv> {
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  return {
    PATH: process.env['PATH'],
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: settings.dataDir,
    DATABASE_URL: settings.databaseUrl,
    RATE_LIMIT_FACTOR: '1000', // all donors share one IP address
    LOG_LEVEL: 'warn',
    ...(settings.smtpUrl === undefined ? {} : { SMTP_URL: settings.smtpUrl }),
    ...settings.variables,
  };
}
