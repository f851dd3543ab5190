import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { createPostgresDatabase, type PostgresDatabase } from '#test/support/app/postgres.ts';
import { forEachDatabase, migratedDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import { findFreePort } from '#tools/provision/free-port.ts';
import { buildIfStale, builtServer } from '#tools/start/builds.ts';
import { compileCachePath, inProject } from '#tools/start/paths.ts';

/** The programs that people run, with their arguments. */
const programs = {
  'npm start': ['tools/start.ts'],
  'the server': [builtServer],
  'npm run backup': ['tools/backup.ts', join(tmpdir(), 'refused-backups')],
  'npm run backup:check': ['tools/check-backup.ts', tmpdir()],
  'npm run check:ledger': ['tools/check-ledger.ts'],
  'npm run reconcile': ['tools/reconcile.ts'],
  'npm run doctor': ['tools/doctor.ts'],
} as const;

type Program = keyof typeof programs;

let folder: string;
let busy: Server;

beforeAll(async () => {
  await buildIfStale(['pages', 'server']);
  folder = mkdtempSync(join(tmpdir(), 'refused-starts-'));
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'damaged'));
  writeFileSync(join(folder, 'damaged', 'kindbite.db'), 'not a database'.repeat(1000));
  busy = createServer().listen(0, '127.0.0.1');
});
afterAll(() => {
  busy.close();
  rmSync(folder, { recursive: true });
});

interface Run {
  readonly exitCode: number | string | null | undefined;
  /** All output, except the lines about the steps of a start. */
  readonly lines: string[];
}

/** Runs a program as in production, with an address for Stripe that does not respond. */
async function run(program: Program, environment: Record<string, string>): Promise<Run> {
  const settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://donate.example',
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    PORT: String(await findFreePort()),
    SANDBOX_PORT: String(await findFreePort()),
    LOG_LEVEL: 'fatal',
    NODE_COMPILE_CACHE: compileCachePath, // as npm start sets it
    PATH: process.env['PATH'],
    ...environment,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...programs[program]],
      { cwd: inProject(), env: settings, timeout: runTimeoutMs, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => {
        const lines = `${stdout}${stderr}`
          .split('\n')
          .filter((line) => line !== '' && !/^(Starting|Building) /.test(line));
        resolve({ exitCode: error?.code ?? 0, lines });
      },
    );
  });
}

const runTimeoutMs = 150_000;

const refusedWith = (sentence: unknown): Run => ({ exitCode: 1, lines: [expect.stringMatching(String(sentence))] });

describe('a start is refused without a stack trace', () => {
  test.each(['npm start', 'the server', 'npm run backup', 'npm run doctor'] as const)(
    'by %s when DATA_DIR is a file',
    async (program) => {
      const { exitCode, lines } = await run(program, { DATA_DIR: join(folder, 'file') });
      expect(exitCode).toBe(1);
      expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([]);
      expect(lines.join('\n')).toContain(join(folder, 'file'));
      if (program !== 'npm run doctor') expect(lines).toHaveLength(1);
    },
  );

  test.runIf(process.platform === 'linux').each(['npm start', 'the server', 'npm run backup'] as const)(
    'by %s when DATA_DIR cannot be created',
    async (program) => {
      const { exitCode, lines } = await run(program, { DATA_DIR: '/proc/data/folder' });
      expect([exitCode, lines]).toEqual([1, [expect.stringContaining('/proc/data')]]);
    },
  );

  test.each(['npm start', 'npm run backup:check', 'npm run reconcile'] as const)(
    'by %s when the database is damaged',
    async (program) => {
      expect(await run(program, { DATA_DIR: join(folder, 'damaged') })).toEqual(
        refusedWith('^The database in DATA_DIR cannot be used: it is not a database\\. Check DATA_DIR '),
      );
    },
  );

  test.each(['npm start', 'npm run backup', 'npm run check:ledger', 'npm run reconcile'] as const)(
    'by %s when PostgreSQL does not respond',
    async (program) => {
      const databaseUrl = 'postgres://kind:password-of-kind@127.0.0.1:9/kind';
      expect(await run(program, { DATA_DIR: join(folder, 'unused'), DATABASE_URL: databaseUrl })).toEqual(
        refusedWith(
          '^PostgreSQL does not respond \\(ECONNREFUSED\\)\\. Check DATABASE_URL, and that PostgreSQL is running\\.$',
        ),
      );
    },
  );

  test.each([
    { program: 'the server', variable: 'PORT', title: 'the product' },
    { program: 'npm start', variable: 'PORT', title: 'the product' },
    { program: 'npm start', variable: 'SANDBOX_PORT', title: 'the payment sandbox' },
  ] as const)('by $program when the port in $variable is in use', async ({ program, variable, title }) => {
    const { port } = busy.address() as AddressInfo;
    const sandbox = variable === 'PORT' ? {} : { PAYMENT_SANDBOX: 'on', STRIPE_API_BASE: '', STRIPE_SECRET_KEY: '' };
    const fresh = await migratedDatabase('sqlite');
    expect(
      await run(program, {
        DATA_DIR: fresh.dataDir,
        ADMIN_PASSWORD: 'a-long-password',
        [variable]: String(port),
        ...sandbox,
      }),
    ).toEqual(
      refusedWith(
        `^Port ${port} for ${title} is already in use: stop the program that uses it, or choose another port`,
      ),
    );
    await fresh.drop();
  });
});

describe('a PostgreSQL user that does not exist', () => {
  let database: PostgresDatabase;
  beforeAll(async () => {
    database = await createPostgresDatabase();
  });
  afterAll(() => database.drop());

  test.each(['the server', 'npm run check:ledger'] as const)(
    'is named by %s, without the password',
    async (program) => {
      const url = new URL(database.url);
      url.username = 'no_such_user';
      url.password = 'secret-of-no-one';
      const { exitCode, lines } = await run(program, { DATA_DIR: join(folder, 'unused'), DATABASE_URL: url.href });
      expect({ exitCode, lines }).toEqual(
        refusedWith('^PostgreSQL refuses the connection .*no_such_user.* Check DATABASE_URL'),
      );
      expect(lines.join('\n')).not.toContain('secret-of-no-one');
    },
  );
});

forEachDatabase((engine) => {
  const change = async (fresh: FreshDatabase, statement: RawBuilder<unknown>): Promise<void> => {
    const db = openDatabase(fresh, () => undefined);
    await statement.execute(db.write);
    await db.close();
  };

  test.each(['the server', 'npm run check:ledger', 'npm run reconcile'] as const)(
    'a database that a newer release changed is refused by %s',
    async (program) => {
      const fresh = await migratedDatabase(engine);
      await change(
        fresh,
        sql`insert into kysely_migration values (${'9999-x-breaking'}, ${'2030-01-01T00:00:00.000Z'})`,
      );
      const address = fresh.databaseUrl === undefined ? {} : { DATABASE_URL: fresh.databaseUrl };
      const refused = await run(program, { DATA_DIR: fresh.dataDir, ...address });
      await change(fresh, sql`delete from kysely_migration where name = ${'9999-x-breaking'}`); // another test gets this database
      await fresh.drop();
      expect(refused).toEqual(
        refusedWith(
          '^The database belongs to a newer release, which has run the migration 9999-x-breaking: start that',
        ),
      );
    },
  );
});
