import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseConfig } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { forEachDatabase, migratedDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import { findFreePort } from '#tools/provision/free-port.ts';
import { buildForProcesses, builtServer } from '#tools/start/builds.ts';
import { startChild, waitUntilReady, type Child } from '#tools/start/child.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const token = 'waiting-link-token-'.padEnd(43, '0');
const unreadable = /"unreadable":1,"msg":"second factors cannot be read, because their key is missing; needs review"/g;

let fresh: FreshDatabase;
let servers: Child[];

beforeAll(async () => {
  await buildForProcesses();
});
beforeEach(() => {
  servers = [];
});
afterEach(async () => {
  for (const server of servers) server.kill();
  await Promise.all(servers.map(({ ended }) => ended));
  await fresh.drop();
});

const environment = (): Record<string, string> => ({
  DATA_DIR: fresh.dataDir,
  ...(fresh.databaseUrl === undefined ? {} : { DATABASE_URL: fresh.databaseUrl }),
  PAYMENT_SANDBOX: 'off',
  STRIPE_SECRET_KEY: 'sk_test_key',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  LOG_LEVEL: 'warn',
});

async function launch(settings: Record<string, string> = {}) {
  const port = String(await findFreePort());
  const plan = {
    title: 'The server',
    entry: builtServer,
    readinessUrl: `http://127.0.0.1:${port}/readyz`,
    environment: { ...environment(), PORT: port, ...settings },
  };
  const server = startChild(plan);
  servers.push(server);
  return { server, ready: () => waitUntilReady(server, plan) };
}

const inDatabase = async <Result>(work: (db: Database) => Promise<Result>): Promise<Result> => {
  const db = openDatabase(parseConfig(environment()), () => undefined);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};

/** Stores a donor with a second factor and a waiting link, as an earlier release did. */
const storeUnencrypted = () =>
  inDatabase(async ({ write }) => {
    const name = { id: 'usr_1', username: 'ana', username_key: 'ana', email: 'ana@a.org', email_key: 'ana@a.org' };
    const at = '2026-01-01T12:00:00.000Z';
    const other = { first_name: null, last_name: null, country: 'US', time_zone: 'UTC', email_confirmed_at: null };
    await write
      .insertInto('users')
      .values({ ...name, ...other, password_hash: '', staff_role: null, role: 'donor', created_at: at })
      .execute();
    const factor = { user_id: 'usr_1', secret, confirmed_at: at, last_step: 0, recovery_hashes: '[]' };
    await write.insertInto('second_factors').values(factor).execute();
    const job = { id: 'out_1', kind: 'reset_password', payload: JSON.stringify({ token }), dedupe_key: 'a' } as const;
    const unsent = { about: null, attempts: 0, unavailable_attempts: 0, locked_until: null, last_error: null };
    await write
      .insertInto('outbox')
      .values({ ...job, ...unsent, status: 'waiting', run_at: '2099-01-01T00:00:00.000Z', created_at: at })
      .execute();
  });
const storedSecrets = () =>
  inDatabase(async ({ read }) => [
    (await read.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow()).secret,
    (await read.selectFrom('outbox').select('payload').where('id', '=', 'out_1').executeTakeFirstOrThrow()).payload,
  ]);

forEachDatabase((engine) => {
  test('two servers that start at the same time encrypt the secrets of an earlier release with one generated key', async () => {
    fresh = await migratedDatabase(engine);
    await storeUnencrypted();
    const started = [await launch(), await launch()];
    await Promise.all(started.map(({ ready }) => ready()));
    const [storedSecret = '', payload = ''] = await storedSecrets();
    const keyId = storedSecret.slice(0, 'v1.00000000.'.length);
    expect(keyId).toMatch(/^v1\.[0-9a-f]{8}\.$/);
    expect(payload).toMatch(/^\{"encryptedToken":"[\w.-]+"\}$/);
    expect(payload).toContain(keyId);
    expect([storedSecret, payload].filter((text) => text.includes(secret) || text.includes(token))).toEqual([]);
    expect(statSync(join(fresh.dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
  });
});

describe('a server', () => {
  test('starts again without the key, and logs once that a second factor cannot be read', async () => {
    fresh = await migratedDatabase('sqlite');
    await storeUnencrypted();
    const first = await launch();
    await first.ready();
    await first.server.stop('SIGINT');
    const before = await storedSecrets();
    rmSync(join(fresh.dataDir, 'secret-key'));
    const second = await launch();
    await second.ready();
    expect(second.server.lastLines().match(unreadable)).toHaveLength(1);
    expect(await storedSecrets()).toEqual(before);
  });

  test.each([
    { SECRET_KEY: 'c2hvcnQ=' },
    { OPERATOR_TOKEN: 'secret' },
    { METRICS_TOKEN: 'secret' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' },
  ])('with %j does not start, and says why in one sentence', async (settings) => {
    fresh = await migratedDatabase('sqlite');
    const { server } = await launch(settings);
    expect(await server.ended).toBe('exit code 1');
    expect(server.lastLines()).toMatch(new RegExp(`^${Object.keys(settings)[0]} must be [^\\n]*\\.$`));
  });
});
