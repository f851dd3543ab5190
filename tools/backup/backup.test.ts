import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBackupTimes } from '#server/backups/index.ts';
import { forEachDatabase, freshDatabase } from '#test/support/app/databases.ts';
import { runTool } from '#test/support/app/run-tool.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { Refusal } from '../start/refusal.ts';
import { checkBackup } from './check-backup.ts';
import { dumpDatabase, withRestored } from './engines.ts';
import { backupName, listBackups, removeOldBackups, writeBackup } from './backup-files.ts';

forEachDatabase((engine) => {
  describe('a backup', () => {
    let world: AppWithSandbox;
    let folder: string;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      folder = mkdtempSync(join(tmpdir(), 'backups-'));
    });
    afterEach(async () => {
      await world.close();
      rmSync(folder, { recursive: true });
    });

    const run = (...tool: string[]) => runTool(world.app, tool);
    const times = () => readBackupTimes(world.app.deps.db.read, new Date());

    test('is made while the product runs, can be read only by its owner, and passes its check', async () => {
      await world.pay();
      expect(await run('backup.ts', folder)).toMatchObject({
        exitCode: 0,
        output: expect.stringMatching(/^Wrote .*kindbite-.* \(\d+\.\d MB\)\.\n$/),
      });
      const [made] = listBackups(folder, world.app.deps.installationId);
      expect(readdirSync(folder)).toEqual([made?.name]);
      expect(statSync(join(folder, made?.name ?? '')).mode & 0o777).toBe(0o600);
      expect(await times()).toEqual({ madeAt: made?.madeAt.toISOString(), checkedAt: null, problem: null });
      await world.pay(); // after the backup
      expect(await run('check-backup.ts', folder)).toMatchObject({
        exitCode: 0,
        output: expect.stringMatching(/ can be restored: 1 donation, the newest from .*\. The ledger is correct\.\n$/),
      });
      expect(await times()).toMatchObject({ checkedAt: made?.madeAt.toISOString(), problem: null });
    });

    test('with a broken ledger cannot be used, and this is recorded', async () => {
      await world.pay();
      await breakLedger();
      await run('backup.ts', folder);
      expect(await run('check-backup.ts', folder)).toMatchObject({
        exitCode: 1,
        output: expect.stringMatching(/ cannot be used: its ledger is broken: /),
      });
      expect(await times()).toMatchObject({ checkedAt: null, problem: expect.stringMatching(/^its ledger is broken/) });
    });

    test('of a newer release is refused, and the name of the unknown migration is recorded', async () => {
      const newer = sql`insert into kysely_migration (name, timestamp) values ('9999-other-breaking', 'now')`;
      await newer.execute(world.app.deps.db.write);
      const name = backupName(new Date(), engine, world.app.deps.installationId);
      await writeBackup(folder, name, (draft) => dumpDatabase(world.app.deps.config, draft));
      await sql`delete from kysely_migration where name = '9999-other-breaking'`.execute(world.app.deps.db.write);
      const { exitCode, output } = await run('check-backup.ts', folder);
      expect([exitCode, output]).toEqual([
        1,
        expect.stringContaining(' cannot be used: The database belongs to a newer'),
      ]);
      expect((await times()).problem).toContain('9999-other-breaking');
    });

    test('that is damaged cannot be used, and this is recorded', async () => {
      writeFileSync(join(folder, backupName(new Date(), engine, world.app.deps.installationId)), 'not a database');
      const { exitCode, output } = await run('check-backup.ts', folder);
      expect([exitCode, output]).toEqual([1, expect.stringContaining(' cannot be used: ')]);
      expect((await times()).problem).not.toBeNull();
    });

    test('needs a folder, and a check needs a backup', async () => {
      expect(await run('backup.ts')).toEqual({ exitCode: 1, output: 'Usage: npm run backup -- FOLDER [--keep 14]\n' });
      expect(await run('backup.ts', folder, '--keep', '0')).toMatchObject({ exitCode: 1 });
      expect(await run('check-backup.ts', folder)).toEqual({
        exitCode: 1,
        output: `There is no backup of this database in ${folder}.\n`,
      });
      expect(readdirSync(folder)).toEqual([]);
    });

    test('made by another tool can be recorded', async () => {
      expect(await run('note-backup.ts', 'pgbackrest 20261125-220000F')).toMatchObject({ exitCode: 0 });
      expect((await times()).madeAt).not.toBeNull();
    });

    /** Changes ledger entries without the product, so that they no longer add up. */
    const breakLedger = () =>
      sql`update ledger_entries set amount_minor = amount_minor + 1 where account = 'service_fee_income'`.execute(
        world.app.deps.db.write,
      );
  });
});

test('a check drops the scratch databases of checks that were killed more than a day ago', async () => {
  const fresh = await freshDatabase('postgres');
  const { databaseUrl, dataDir } = fresh;
  const url = databaseUrl ?? '';
  const [old, young] = [25, 1].map((hours) => `backup_check_${Date.now() - hours * 60 * 60 * 1000}`);
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    for (const name of [old, young]) await server.query(`create database ${name} template template0`);
    const file = join(dataDir, 'backup.dump');
    await dumpDatabase({ databaseUrl, dataDir }, file);
    await withRestored(file, url, async () => undefined);
    const { rows } = await server.query<{ name: string }>(
      "select datname as name from pg_database where datname like 'backup_check_%'",
    );
    expect(rows).toEqual([{ name: young }]);
  } finally {
    for (const name of [old, young]) await server.query(`drop database if exists ${name}`);
    await server.end();
    await fresh.drop();
  }
});

test('a check on a server whose user cannot create databases is refused, and does not call the backup unusable', async () => {
  const fresh = await freshDatabase('postgres');
  const { databaseUrl = '' } = fresh;
  const role = `reader_${Date.now()}`;
  const server = new pg.Client({ connectionString: databaseUrl });
  await server.connect();
  try {
    await server.query(`create role ${role} login`);
    const url = new URL(databaseUrl);
    url.username = role;
    await expect(checkBackup('backup.dump', url.href)).rejects.toThrow(/Let the user of DATABASE_URL create databases/);
  } finally {
    await server.query(`drop role if exists ${role}`);
    await server.end();
    await fresh.drop();
  }
});

test('an invalid server URL is refused without being repeated, because it may contain a password', async () => {
  const refused = withRestored('backup.dump', 'postgres://kindbite:secret@:x', async () => undefined);
  await expect(refused).rejects.toThrow(new Refusal('The URL of the server must begin with postgres://.'));
});

const ours = 'ins_000000000000000000aaaaaaaa';
const theirs = 'ins_000000000000000000bbbbbbbb';

describe('a folder of backups', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'backups-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('has no file that others can read, not even while a backup is written', async () => {
    chmodSync(folder, 0o755);
    let modeWhileWritten: number | undefined;
    await writeBackup(folder, 'kindbite-new.db', async (draft) => {
      writeFileSync(draft, 'everything');
      modeWhileWritten = statSync(draft).mode & 0o777;
    });
    expect([modeWhileWritten, statSync(join(folder, 'kindbite-new.db')).mode & 0o777]).toEqual([0o600, 0o600]);
  });

  test('is cleared of drafts that killed backups left more than a day ago', async () => {
    const names = ['kindbite-1.db.unfinished', 'kindbite-1.db.unfinished-journal', 'kindbite-2.db.unfinished'];
    for (const name of [...names, 'mine.unfinished']) writeFileSync(join(folder, name), '');
    const longAgo = (Date.now() - 25 * 60 * 60 * 1000) / 1000;
    for (const name of [...names.slice(0, 2), 'mine.unfinished']) utimesSync(join(folder, name), longAgo, longAgo);
    await writeBackup(folder, 'kindbite-new.db', async () => undefined);
    expect(readdirSync(folder).toSorted()).toEqual(['kindbite-2.db.unfinished', 'kindbite-new.db', 'mine.unfinished']);
  });

  test('on a full disk is reported as such, and keeps nothing half-written', async () => {
    const noRoom = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    const writing = writeBackup(folder, 'kindbite-new.db', async (draft) => {
      writeFileSync(draft, 'half');
      throw noRoom;
    });
    await expect(writing).rejects.toThrow(new Refusal(`The backup cannot be written to ${folder}: the disk is full.`));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('can be shared by two installations, which each count only their own backups', () => {
    const days = [20, 21, 22].map((day) => new Date(`2026-11-${day}T03:00:00.000Z`));
    const [own, foreign] = [ours, theirs].map((id) => days.map((day) => backupName(day, 'sqlite', id)));
    for (const name of [...(own ?? []), ...(foreign ?? [])]) writeFileSync(join(folder, name), '');
    expect(removeOldBackups(folder, ours, 1)).toEqual([own?.[1], own?.[0]]);
    expect(listBackups(folder, theirs).map(({ name }) => name)).toEqual(foreign?.toReversed());
  });

  test('still counts backups without an installation id in their names', () => {
    const name = 'kindbite-2026-11-20T03-00-00.000Z.db';
    writeFileSync(join(folder, name), '');
    expect(listBackups(folder, ours)).toEqual([
      { name, madeAt: new Date('2026-11-20T03:00:00.000Z'), engine: 'sqlite' },
    ]);
  });

  test('keeps the newest backups and every other file', () => {
    const days = [20, 21, 22, 23].map((day) => backupName(new Date(`2026-11-${day}T03:00:00.000Z`), 'sqlite', ours));
    for (const name of [...days, 'notes.txt', 'kindbite-old.db']) writeFileSync(join(folder, name), '');
    mkdirSync(join(folder, 'elsewhere'));
    expect(removeOldBackups(folder, ours, 2)).toEqual([days[1], days[0]]);
    expect(listBackups(folder, ours).map(({ name }) => name)).toEqual([days[3], days[2]]);
    expect(['notes.txt', 'kindbite-old.db', 'elsewhere'].every((name) => existsSync(join(folder, name)))).toBe(true);
  });
});
