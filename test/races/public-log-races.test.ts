import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sequenceLog } from '#server/public-log/index.ts';
import { checkLog } from '#server/public-log/check-log.ts';
import { forEachDatabase } from '../support/app/databases.ts';
import { startApp, type TestApp } from '../support/app/start-app.ts';
import { findForks, postDonations, readHeads } from '../support/public-log/log-world.ts';
import { startTwoApps, waitForBlocked, type TwoApps } from './two-apps.ts';

describe('the public log at two servers on one PostgreSQL at the same time', () => {
  let apps: TwoApps;
  beforeAll(async () => {
    apps = await startTwoApps();
  });
  afterAll(() => apps.close());

  test('every posted transaction is appended once', async () => {
    const { first, second } = apps;
    for (let round = 0; round < 10; round += 1) {
      await postDonations(first, 3);
      const { promise: release, resolve: releaseLock } = Promise.withResolvers<void>();
      const { promise: locked, resolve: markLocked } = Promise.withResolvers<void>();
      const locking = first.deps.db.write.transaction().execute(async (tx) => {
        await sql`insert into turns (subject) values ('public_log')`.execute(tx);
        markLocked();
        await release;
        await sql`delete from turns where subject = 'public_log'`.execute(tx);
      });
      await locked;
      const sequencing = [sequenceLog(first.deps), sequenceLog(second.deps)];
      await waitForBlocked(first.deps, 2);
      releaseLock();
      await Promise.all([locking, ...sequencing]);
    }
    expect((await readHeads(first)).map((head) => head.tree_size)).toEqual([3, 6, 9, 12, 15, 18, 21, 24, 27, 30]);
    expect(await checkLog(first.deps.db.read)).toEqual([]);
  });

  test('the other server appends the leaves of an aborted transaction again', async () => {
    const { first, second } = apps;
    const before = (await readHeads(first)).length;
    await postDonations(first, 2);
    const { promise: release, resolve: abort } = Promise.withResolvers<void>();
    const { promise: appended, resolve: markAppended } = Promise.withResolvers<void>();
    const begin = first.deps.db.write.transaction.bind(first.deps.db.write);
    const write = {
      transaction: () => ({
        execute: (work: Parameters<ReturnType<typeof begin>['execute']>[0]) =>
          begin().execute(async (tx) => {
            await work(tx);
            markAppended();
            await release;
            throw new Error('killed');
          }),
      }),
    };
    const { read } = first.deps.db;
    const broken = { ...first.deps, db: { patient: { read, write } } };
    const dying = sequenceLog(broken as never);
    await appended;
    const other = sequenceLog(second.deps);
    await waitForBlocked(first.deps, 1);
    abort();
    await expect(dying).rejects.toThrow('killed');
    await other;
    expect((await readHeads(first)).length).toBe(before + 1);
    expect(await checkLog(first.deps.db.read)).toEqual([]);
  });
});

forEachDatabase((engine) => {
  describe('the public log, when its processes are killed', () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startApp(engine);
    });
    afterAll(() => app.close());

    const start = (): ChildProcess =>
      spawn(process.execPath, [new URL('../support/public-log/append-forever.ts', import.meta.url).pathname], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { DATA_DIR: app.deps.config.dataDir, ...databaseUrl() },
      });
    const databaseUrl = () =>
      app.deps.config.databaseUrl === undefined ? {} : { DATABASE_URL: app.deps.config.databaseUrl };
    /** Kills the processes in the middle of their work, after they have done this many rounds in all. */
    const killAfter = async (rounds: number, children: readonly ChildProcess[]): Promise<void> => {
      let seen = 0;
      await new Promise<void>((resolve) => {
        for (const child of children)
          child.stdout?.on('data', () => {
            seen += 1;
            if (seen >= rounds) resolve();
          });
      });
      for (const child of children) {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
    };

    test('is correct, continues its tree heads and misses nothing', async () => {
      for (const rounds of [1, 4, 7]) {
        await killAfter(rounds, [start(), start()]);
        expect(await checkLog(app.deps.db.read)).toEqual([]);
        await sequenceLog(app.deps);
        const { posted } = await app.deps.db.read
          .selectFrom('ledger_transactions')
          .select((e) => e.fn.countAll<number>().as('posted'))
          .executeTakeFirstOrThrow();
        expect((await readHeads(app)).at(-1)!.tree_size).toBe(posted);
        expect(await checkLog(app.deps.db.read)).toEqual([]);
      }
      expect(await findForks(app, await readHeads(app))).toEqual([]);
    });
  });
});
