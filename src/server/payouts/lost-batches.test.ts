import { expect, test } from 'vitest';
import type { PayoutsResponse } from '#contract/admin/money/payouts.ts';
import type { TodayResponse } from '#contract/admin/today.ts';
import { recordReportedRestore } from '#server/payments/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { todayOf } from '#test/support/payouts/valid-payout-calls.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { findLostBatches } from './lost-batches.ts';

const dayMs = 24 * 60 * 60 * 1000;

forEachDatabase((engine) => {
  test('payouts and Today warn of lost batches for 31 days after a restore, and longer until a new batch is created', async () => {
    const app = await startApp(engine, { cards: stubCards() });
    const { cookie, user } = await signInStaff(app, 'finance', { username: 'fina' });
    const lost = { from: todayOf(app), until: todayOf(app) };
    expect(await findLostBatches(app.deps)).toBeNull();
    await recordReportedRestore(app.deps, undefined);
    const response = await call(app, { method: 'GET', url: '/api/admin/payouts', cookie });
    expect(response.json<PayoutsResponse>().lost).toEqual(lost);
    const today = await call(app, { method: 'GET', url: '/api/admin/today', cookie });
    expect(today.json<TodayResponse>().lostBatches).toEqual(lost);
    app.clock.advance(31 * dayMs + 1);
    expect(await findLostBatches(app.deps)).toEqual(lost);
    await insertBatch(app, user.id);
    expect(await findLostBatches(app.deps)).toBeNull();
    app.clock.advance(-1);
    expect(await findLostBatches(app.deps)).toEqual(lost);
    await app.close();
  });
});

const insertBatch = ({ deps: { db, clock } }: TestApp, creator: string): Promise<unknown> =>
  db.write
    .insertInto('payout_batches')
    .values({
      id: 'bat_1',
      day: '2026-01-01',
      status: 'open',
      created_by: creator,
      created_at: clock.now().toISOString(),
      reason: 'A lost payout',
      decided_by: null,
      decided_at: null,
      paid_on: null,
      reference: null,
    })
    .execute();
