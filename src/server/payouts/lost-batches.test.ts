import { expect, test } from 'vitest';
import type { PayoutsAnswer } from '#contract/admin/money/payouts.ts';
import { noteRestoreOnWord } from '#server/payments/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp } from '#test/support/app/start-app.ts';
import { todayOf } from '#test/support/payouts/valid-payout-calls.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { findLostBatches } from './lost-batches.ts';

const dayMs = 24 * 60 * 60 * 1000;

forEachDatabase((engine) => {
  test('payouts warn of lost batches for 31 days after a backup was restored', async () => {
    const app = await startApp(engine, { cards: stubCards() });
    const { cookie } = await signInStaff(app, 'finance', { username: 'fina' });
    const lost = { from: todayOf(app), until: todayOf(app) };
    expect(await findLostBatches(app.deps)).toBeNull();
    await noteRestoreOnWord(app.deps, undefined);
    const answer = await call(app, { method: 'GET', url: '/api/admin/payouts', cookie });
    expect(answer.json<PayoutsAnswer>().lost).toEqual(lost);
    app.clock.advance(31 * dayMs);
    expect(await findLostBatches(app.deps)).toEqual(lost);
    app.clock.advance(1);
    expect(await findLostBatches(app.deps)).toBeNull();
    await app.close();
  });
});
