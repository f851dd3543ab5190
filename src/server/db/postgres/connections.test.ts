import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import { startDatabaseProxy } from '#test/support/app/tcp-proxy.ts';
import { DatabaseUnavailable, type Database } from '../database.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Tables } from '../tables.ts';
import { openPostgres } from './open-postgres.ts';

const ownPid = async (db: Kysely<Tables>): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;

/** Long, because each wait can take many seconds on a busy machine. */
const waitOptions = { timeout: 120_000 };

const responds = async (db: Database): Promise<boolean> =>
  sql`select 1`.execute(db.read).then(
    () => true,
    () => false,
  );

describe('the connections to PostgreSQL', () => {
  let fresh: FreshDatabase;
  let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
  /** Connected through the proxy. */
  let db: Database;
  let direct: Database;

  beforeEach(async () => {
    fresh = await freshDatabase('postgres');
    proxy = await startDatabaseProxy(fresh.databaseUrl!);
    db = openPostgres(proxy.url, () => undefined, { timeLimitFactor: 3 });
    direct = openPostgres(fresh.databaseUrl!, () => undefined, { timeLimitFactor: 30 });
  });
  afterEach(async () => {
    await db.close();
    await direct.close();
    await proxy.close();
    await fresh.drop();
  });

  test('a connection that dies inside a transaction fails only that transaction', async () => {
    const work = inTransaction(db, async (tx) => {
      await sql`select pg_terminate_backend(${await ownPid(tx)})`.execute(direct.read);
      await vi.waitUntil(
        () =>
          sql`select 1`.execute(tx).then(
            () => false,
            () => true,
          ),
        waitOptions,
      );
      await sql`select 1`.execute(tx);
    });
    await expect(work).rejects.toThrow(DatabaseUnavailable);
    await vi.waitUntil(() => responds(db), waitOptions);
  });

  test('ten connections that die while statements run fail only those statements', async () => {
    const pids = new Set<number>();
    const work = Array.from({ length: 10 }, () =>
      inTransaction(db, async (tx) => {
        pids.add(await ownPid(tx));
        await sql`select pg_sleep(60)`.execute(tx);
      }),
    );
    const outcomes = Promise.allSettled(work);
    await vi.waitUntil(() => pids.size === 10, waitOptions);
    for (const pid of pids) await sql`select pg_terminate_backend(${pid})`.execute(direct.read);
    for (const outcome of await outcomes)
      expect(outcome).toEqual({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
    await vi.waitUntil(() => responds(db), waitOptions);
  });

  test('statements are refused while the server is silent, and run on a new connection when it responds again', async () => {
    const before = await ownPid(db.read);
    proxy.dropPackets();
    const calls = Array.from({ length: 30 }, () => sql`select 1`.execute(db.read)); // more than there are connections
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toEqual({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
    await expect(sql`select 1`.execute(db.read)).rejects.toThrow(DatabaseUnavailable);
    proxy.forward();
    await vi.waitUntil(() => responds(db), waitOptions);
    expect(await ownPid(db.read)).not.toBe(before);
  });

  test('a connection that goes silent during the work of a job is noticed too', async () => {
    const work = inTransaction(db.patient, async (tx) => {
      await sql`select 1`.execute(tx);
      proxy.dropPackets();
      await sql`select 1`.execute(tx);
    });
    await expect(work).rejects.toThrow(DatabaseUnavailable);
  });

  test('a long statement of a request is ended, but not one of a job', async () => {
    const slow = sql`select pg_sleep(8)`;
    const [ofRequest, ofJob] = await Promise.allSettled([slow.execute(db.read), slow.execute(db.patient.read)]);
    expect([ofRequest.status, ofJob.status]).toEqual(['rejected', 'fulfilled']);
    expect(await responds(db)).toBe(true);
  });

  test('a refused statement does not take effect later, when a lock becomes free', async () => {
    await sql`create table kept (id integer)`.execute(direct.write);
    const waiting = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(direct.read);
      return rows[0]!.count;
    };
    await inTransaction(direct.patient, async (tx) => {
      await sql`lock table kept`.execute(tx);
      const writes = Array.from({ length: 10 }, () => sql`insert into kept values (1)`.execute(db.write));
      await vi.waitUntil(async () => (await waiting()) > 0, waitOptions);
      for (const outcome of await Promise.allSettled(writes))
        expect(outcome).toEqual({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
      await vi.waitUntil(async () => (await waiting()) === 0, waitOptions);
    });
    expect((await sql`select id from kept`.execute(direct.read)).rows).toEqual([]);
    expect(await responds(db)).toBe(true);
  });
});
