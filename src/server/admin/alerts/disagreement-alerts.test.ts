import { expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { findConditions } from './find-conditions.ts';

forEachDatabase((engine) => {
  test('staff are alerted to a disagreement while it lasts, and again when it returns', async () => {
    const app = await startApp(engine, { cards: stubCards() });
    const alerts = async () =>
      (await findConditions(app.deps, app.deps.db.read, app.clock.now())).map(({ key, kind }) => [key, kind]);
    const { write } = app.deps.db;
    const first = {
      kind: 'missing_leaves',
      subject: '2026-03-02',
      first_seen_at: '2026-03-04T12:00:00.000Z',
      sentence: 'March 2, 2026: 1 transaction is missing from the public log.',
      ended_at: null,
    };
    await write.insertInto('disagreements').values(first).execute();
    await write
      .insertInto('disagreements')
      .values({ ...first, kind: 'provider_balance', subject: 'stripe CAD' }) // has a separate alert
      .execute();
    expect(await alerts()).toEqual([
      ['disagreement:missing_leaves:2026-03-02:2026-03-04T12:00:00.000Z', 'disagreements'],
    ]);
    await write.updateTable('disagreements').set({ ended_at: '2026-03-04T13:00:00.000Z' }).execute();
    expect(await alerts()).toEqual([]);
    await write
      .insertInto('disagreements')
      .values({ ...first, first_seen_at: '2026-03-05T12:00:00.000Z' })
      .execute();
    expect(await alerts()).toEqual([
      ['disagreement:missing_leaves:2026-03-02:2026-03-05T12:00:00.000Z', 'disagreements'],
    ]);
    await app.close();
  });
});
