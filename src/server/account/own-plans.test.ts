import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '#test/support/account-calls.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { signIn, type SignedIn } from '#test/support/signed-in.ts';
import { insertPlanOf, standingSubscriptions } from '#test/support/standing-subscriptions.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';

forEachDatabase((engine) => {
  let app: TestApp;
  let ana: SignedIn;

  beforeEach(async () => {
    app = await startApp(engine, { cards: { ...stubCards(), subscriptions: standingSubscriptions } });
    ana = await signIn(app);
  });
  afterEach(() => app.close());

  test('the file of all data tells of the monthly gifts and their mails, and of nobody else’s', async () => {
    const planId = await insertPlanOf(app, ana);
    const bob = await signIn(app);
    for (const [donor, id] of [
      [ana, planId],
      [bob, await insertPlanOf(app, bob)],
    ] as const) {
      const url = `/api/plans/${id}`;
      expect((await call(app, { method: 'PATCH', url, cookie: donor.cookie, body: { amount: 5 } })).statusCode).toBe(
        200,
      );
    }
    const file = await call(app, { method: 'GET', url: '/api/account/data.json', cookie: ana.cookie });
    const data = file.json<{ monthlyGifts: object[]; mails: object[] }>();
    expect(data.monthlyGifts).toMatchObject([{ id: planId, amount: 5, charge: { currency: 'CAD' } }]);
    expect(data.mails).toMatchObject([{ kind: 'plan_changed', status: 'waiting' }]);
  });
});
