import { afterEach, beforeEach, expect, test } from 'vitest';
import { giftColumns } from '#server/payments/index.ts';
import { signIn } from '#test/support/signed-in.ts';
import { insertPlanOf, standingSubscriptions } from '#test/support/standing-subscriptions.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';
import { untilWaiting } from './two-apps.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp('postgres', { cards: { ...stubCards(), subscriptions: standingSubscriptions } });
});
afterEach(() => app.close());

test('two changes of a monthly gift at once are both made, with terms of their own', async () => {
  const donor = await signIn(app);
  const planId = await insertPlanOf(app, donor);
  const { db, clock } = app.deps;
  const change = await db.write.transaction().execute(async (tx) => {
    const first = await tx.selectFrom('plan_terms').selectAll().executeTakeFirstOrThrow();
    const terms = { ...giftColumns(first), plan_id: planId, number: 2, agreed_at: clock.now().toISOString() };
    await tx.insertInto('plan_terms').values(terms).execute();
    const asked = app.server.inject({
      method: 'PATCH',
      url: `/api/plans/${planId}`,
      headers: { origin: ownOrigin, cookie: donor.cookie },
      payload: { amount: 10 },
    });
    await Promise.race([asked, untilWaiting(app.deps, 1)]); // it has counted the terms, and waits for the number it wants
    return { asked };
  });
  expect((await change.asked).statusCode).toBe(200);
  const terms = await db.read.selectFrom('plan_terms').select(['number', 'amount_minor']).orderBy('number').execute();
  expect(terms).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3, amount_minor: 1000 }]);
});
