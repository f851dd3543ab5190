import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { writeBalances } from '#server/accounting/index.ts';
import type { Tx } from '#server/db/database.ts';
import { checkSinceLast, postEntries } from '#server/ledger/index.ts';
import { emptyLedger } from '../support/accounting/random-ledger.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

const hourMs = 60 * 60 * 1000;

describe('the ledger check of new rows while another server posts', () => {
  let apps: TwoApps;

  beforeAll(async () => {
    apps = await startTwoApps();
  });
  beforeEach(async () => {
    await emptyLedger(apps.first);
    advance(3 * hourMs);
    await writeBalances(apps.second.deps);
    expect((await check()).findings).toEqual([]);
  });
  afterAll(() => apps.close());

  const advance = (ms: number) => {
    for (const { clock } of [apps.first, apps.second]) clock.advance(ms);
  };
  const check = () => checkSinceLast(apps.second.deps.db, apps.second.clock.now());

  /** Posts a transaction that breaks a rule, and commits it when `commit` is called. */
  function postSlowly() {
    const { promise: released, resolve: commit } = Promise.withResolvers<void>();
    const { promise: posted, resolve: markPosted } = Promise.withResolvers<void>();
    const { deps } = apps.first;
    const done = deps.db.write.transaction().execute(async (tx: Tx) => {
      await postEntries(deps, tx, {
        cause: 'test:slow',
        intentId: null,
        occurredAt: deps.clock.now(),
        postings: [
          { account: 'bank', amount: money(500, 'CAD') },
          { account: 'charity:6', amount: money(-500, 'CAD') },
        ],
      });
      markPosted();
      await released;
    });
    return { posted, commit, done };
  }
  const found = [
    { rule: 'a charity’s account has only donations, their reversals, and payouts', subject: 'test:slow' },
  ];

  test('finds a transaction that was posted before an earlier check and committed after it', async () => {
    const slow = postSlowly();
    await slow.posted;
    expect((await check()).findings).toEqual([]);
    slow.commit();
    await slow.done;
    expect((await check()).findings).toEqual(found);
  });

  test('finds a transaction that is committed hours after it was posted, with a check in between', async () => {
    const slow = postSlowly();
    await slow.posted;
    advance(5 * hourMs);
    await expect(writeBalances(apps.second.deps)).rejects.toThrow('lock timeout'); // the slow posting's hour stays open
    expect((await check()).findings).toEqual([]);
    slow.commit();
    await slow.done;
    await writeBalances(apps.second.deps);
    expect((await check()).findings).toEqual(found);
  });

  test('checks at the same time do not move back the time up to which the ledger is verified', async () => {
    advance(5 * hourMs);
    await writeBalances(apps.second.deps);
    const { db } = apps.first.deps;
    await Promise.all([
      checkSinceLast(db, apps.first.clock.now()),
      check(),
      checkSinceLast(db, apps.first.clock.now()),
    ]);
    const progress = await db.read.selectFrom('ledger_progress').selectAll().executeTakeFirstOrThrow();
    expect(progress.verified_before).toBe(progress.hours_finished_before);
  });
});
