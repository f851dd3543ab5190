import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '#test/support/accounts/account-calls.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { insertActivePlan, activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

forEachDatabase((engine) => {
  let app: TestApp;
  let ana: SignedIn;

  beforeEach(async () => {
    app = await startApp(engine, { cards: { ...stubCards(), subscriptions: activeSubscriptions } });
    ana = await signIn(app);
  });
  afterEach(() => app.close());

  test('the download includes the donor’s plans and their emails, and no one else’s', async () => {
    const planId = await insertActivePlan(app, ana);
    const bob = await signIn(app);
    for (const [donor, id] of [
      [ana, planId],
      [bob, await insertActivePlan(app, bob)],
    ] as const) {
      const url = `/api/plans/${id}`;
      expect((await call(app, { method: 'PATCH', url, cookie: donor.cookie, body: { amount: 5 } })).statusCode).toBe(
        200,
      );
    }
    const file = await call(app, { method: 'GET', url: '/api/account/data.json', cookie: ana.cookie });
    const data = file.json<{ monthlyGifts: object[]; monthlyGiftTerms: object[]; mails: object[] }>();
    expect(data.monthlyGifts).toMatchObject([{ id: planId, amount: 5, charge: { currency: 'CAD' } }]);
    expect(data.monthlyGiftTerms).toMatchObject([
      { planId, amount: 3.5 },
      { planId, amount: 5, agreedAt: app.clock.now().toISOString() },
    ]);
    expect(data.mails).toMatchObject([{ kind: 'plan_changed', status: 'waiting' }]);
  });
});
