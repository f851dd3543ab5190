import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeBalances } from '#server/accounting/index.ts';
import { postEntries } from '#server/ledger/index.ts';
import { money } from '#domain/money/money.ts';
import { allEntries, bothBalances, emptyLedger, post, ledgerFindings } from '../support/accounting/random-ledger.ts';
import { startTwoApps, waitForBlocked, type TwoApps } from './two-apps.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('daily balances at two servers on one PostgreSQL at the same time', () => {
  let apps: TwoApps;

  beforeAll(async () => {
    apps = await startTwoApps();
  });
  afterAll(() => apps.close());

  const advance = () => {
    for (const { clock } of [apps.first, apps.second]) clock.advance(2 * dayMs);
  };
  const donation = { from: 'charity:6', to: 'clearing:stripe', amountMinor: 500, currency: 'CAD' } as const;
  const postings = [
    { account: 'clearing:stripe', amount: money(500, 'CAD') },
    { account: 'charity:6', amount: money(-500, 'CAD') },
  ] as const;
  const transaction = (cause: string) => ({ cause, intentId: null, occurredAt: new Date(), postings });

  test('a day is written once', async () => {
    for (let round = 0; round < 10; round += 1) {
      await post(apps.first.deps, donation);
      advance();
      await Promise.allSettled([writeBalances(apps.first.deps), writeBalances(apps.second.deps)]);
      await writeBalances(apps.first.deps);
    }
    expect(await ledgerFindings(apps.first.deps.db.read)).toEqual([]);
    const [found, expected] = await bothBalances(apps.first, apps.first.clock.now().toISOString().slice(0, 10));
    expect(found).toEqual(expected);
  });

  test('a day is finished after the transactions that post to it have ended, and a later posting belongs to a later day', async () => {
    await emptyLedger(apps.first);
    const { first, second } = apps;
    const today = first.clock.now().toISOString().slice(0, 10);
    const { promise: release, resolve: commit } = Promise.withResolvers<void>();
    const { promise: posted, resolve: markPosted } = Promise.withResolvers<void>();
    const slow = first.deps.db.write.transaction().execute(async (tx) => {
      await postEntries(first.deps, tx, transaction('test:slow'));
      markPosted();
      await release;
    });
    await posted;
    second.clock.advance(2 * dayMs);
    const writing = writeBalances(second.deps);
    await waitForBlocked(first.deps, 1);
    const late = first.deps.db.write
      .transaction()
      .execute((tx) => postEntries(first.deps, tx, transaction('test:late')));
    await waitForBlocked(first.deps, 2);
    commit();
    await Promise.all([slow, writing, late]);
    const days = (await allEntries(first)).map(({ posted_at: at }) => at.slice(0, 10));
    const openDay = second.clock.now().toISOString().slice(0, 10);
    expect(days.toSorted()).toEqual([today, today, openDay, openDay]);
    expect(await ledgerFindings(first.deps.db.read)).toEqual([]);
  });
});
