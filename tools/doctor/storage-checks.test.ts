import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, migratedDatabase } from '#test/support/app/databases.ts';
import { checkDatabase, checkPostgresSettings } from './database-checks.ts';
import { lineOf } from './finding.ts';
import { checkSpace, checkStorage } from './storage-checks.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const linesOf = async (database: { dataDir: string; databaseUrl?: string | undefined }) =>
  (await checkDatabase({ databaseUrl: undefined, ...database })).map(lineOf);

describe('the check of the embedded database', () => {
  const file = () => join(folder, 'kindbite.db');

  test('finds nothing wrong, and leaves no file behind', async () => {
    const database = await migratedDatabase('sqlite');
    const before = readdirSync(database.dataDir);
    expect(await linesOf(database)).toEqual([
      expect.stringMatching(/^ok {7}Database: SQLite 3\.\d+\.\d+ responds\.$/),
      'ok       Durability: journal mode wal, synchronous full.',
      'ok       Schema: up to date.',
    ]);
    expect(readdirSync(database.dataDir)).toEqual(before);
    await database.drop();
  });

  test('creates no database', async () => {
    expect(await linesOf({ dataDir: folder })).toEqual([
      `ok       Database: ${file()} will be created at the first start.`,
    ]);
    expect(existsSync(file())).toBe(false);
  });

  test('finds a wrong journal mode and missing migrations', async () => {
    const database = new DatabaseSync(file());
    database.exec('pragma journal_mode = delete; create table kysely_migration (name text)');
    database.close();
    const lines = await linesOf({ dataDir: folder });
    expect(lines[1]).toBe('problem  Durability: the journal mode is not wal. Restart the product to set it.');
    expect(lines[2]).toMatch(
      /^ok {7}Schema: \d+ migrations will run at the next start\. Back up the database first\.$/,
    );
  });

  test('finds a schema of a newer release', async () => {
    const database = new DatabaseSync(file());
    database.exec(
      "pragma journal_mode = wal; create table kysely_migration (name text); insert into kysely_migration values ('9999-later')",
    );
    database.close();
    expect((await linesOf({ dataDir: folder }))[2]).toBe(
      'problem  Schema: the database is newer than this release (9999-later). Start the newer release.',
    );
  });

  test('finds a file that is not a database', async () => {
    writeFileSync(file(), 'not a database'.repeat(1000));
    expect(await linesOf({ dataDir: folder })).toEqual([
      expect.stringMatching(
        /^problem {2}Database: .*kindbite\.db cannot be read \(.+\)\. Restore a backup \(docs\/runbook\.md\)\.$/,
      ),
    ]);
  });
});

describe('the check of PostgreSQL', () => {
  test('finds nothing wrong', async () => {
    const database = await migratedDatabase('postgres');
    const lines = await linesOf(database);
    expect(lines[0]).toMatch(/^(ok {7}|warning {2})Database: PostgreSQL \d+.* responds/);
    expect(lines.at(-1)).toBe('ok       Schema: up to date.');
    await database.drop();
  });

  test('finds a connection that commits asynchronously, and creates no table', async () => {
    const database = await freshDatabase('postgres');
    const url = new URL(database.databaseUrl ?? '');
    url.searchParams.set('options', '-c synchronous_commit=off');
    const lines = await linesOf({ ...database, databaseUrl: url.href });
    expect(lines).toContain(
      'problem  Durability: synchronous_commit is off, so a crash loses the latest donations. Set it to on.',
    );
    expect(lines.at(-1)).toMatch(/migrations will run at the next start/);
    expect(await linesOf(database)).toContain(lines.at(-1));
    await database.drop();
  });

  test('finds that no server responds', async () => {
    expect(await linesOf({ dataDir: folder, databaseUrl: 'postgres://me@127.0.0.1:1/none' })).toEqual([
      'problem  Database: cannot be used (ECONNREFUSED). Check DATABASE_URL, and that PostgreSQL is running.',
    ]);
  });

  test('finds a connection that cannot write, and a database that does not exist', async () => {
    const database = await freshDatabase('postgres');
    const url = new URL(database.databaseUrl ?? '');
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    expect(await linesOf({ ...database, databaseUrl: url.href })).toContain(
      'problem  Database: it is read-only. Point DATABASE_URL at the primary server, and at a user that can write.',
    );
    url.pathname = '/kindbite_none';
    expect(await linesOf({ ...database, databaseUrl: url.href })).toEqual([
      'problem  Database: cannot be used (database "kindbite_none" does not exist). Check DATABASE_URL, and that PostgreSQL is running.',
    ]);
    await database.drop();
  });

  const settings = {
    version: '17.2',
    fsync: 'on',
    synchronousCommit: 'on',
    fullPageWrites: 'on',
    isReadOnly: false,
    mayCreateTables: true,
    isMigrated: true,
  };
  test.each([
    [{ fsync: 'off' }, 'problem  Durability: fsync is off, so a power failure loses donations. Set fsync = on.'],
    [
      { fullPageWrites: 'off' },
      'problem  Durability: full_page_writes is off, so a power failure can damage tables. Set it to on.',
    ],
    [
      { mayCreateTables: false },
      'problem  Database: the user in DATABASE_URL cannot create tables, which migrations require. Make this user the owner of the database.',
    ],
    [
      { version: '13.4' },
      'warning  Database: PostgreSQL 13.4 responds; the product is tested with 15 and later. Upgrade PostgreSQL.',
    ],
    [
      { synchronousCommit: 'remote_apply' },
      'ok       Durability: fsync and full_page_writes are on, synchronous_commit is remote_apply.',
    ],
  ])('reports the settings of a server with %j', (fault, line) => {
    expect(checkPostgresSettings({ ...settings, ...fault }).map(lineOf)).toContain(line);
  });
});

describe('the check of the data folder', () => {
  const first = (dataDir: string) => lineOf(checkStorage({ dataDir } as Parameters<typeof checkStorage>[0])[0]!);

  test.each([
    [0o700, /^ok {7}Data folder: .* is open only to its owner\.$/],
    [
      0o755,
      /^warning {2}Data folder: other users of this machine can open .*, which contains secrets\. Run: chmod 700 /,
    ],
  ])('reports whether a folder with mode %o is private', (mode, line) => {
    chmodSync(folder, mode);
    expect(first(folder)).toMatch(line);
  });

  test('accepts a folder that does not exist yet, and finds a file in its place', () => {
    expect(first(join(folder, 'a', 'b'))).toMatch(/^ok {7}Data folder: .*b will be created at the first start\.$/);
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'a', 'b'), '');
    expect(first(join(folder, 'a', 'b'))).toMatch(
      /^problem {2}Data folder: .*b is not a folder\. Choose another DATA_DIR\.$/,
    );
  });

  test.each([
    [5e9, 'ok       Disk space: 5.0 GB are free at /data.'],
    [9e8, 'warning  Disk space: only 0.9 GB are free at /data. Free up space soon.'],
    [1e8, 'problem  Disk space: only 0.1 GB are free at /data. Donations stop when the disk is full: free up space.'],
  ])('reports whether %d free bytes are enough', (bytes, line) => {
    expect(lineOf(checkSpace('/data', bytes))).toBe(line);
  });
});
