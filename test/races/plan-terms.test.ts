import { afterEach, beforeEach, expect, test } from 'vitest';
import { termsColumns } from '#server/payments/index.ts';
import { signIn } from '../support/accounts/signed-in.ts';
import { insertActivePlan, activeSubscriptions } from '../support/payments/active-subscriptions.ts';
import { ownOrigin, startApp, type TestApp } from '../support/app/start-app.ts';
import { stubCards } from '../support/payments/stub-cards.ts';
import { waitForBlocked } from './two-apps.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp('postgres', { cards: { ...stubCards(), subscriptions: activeSubscriptions } });
});
afterEach(() => app.close());

test('a change whose terms number another change has just taken uses the next number', async () => {
  const donor = await signIn(app);
  const planId = await insertActivePlan(app, donor);
  const { db, clock } = app.deps;
  const change = await db.write.transaction().execute(async (tx) => {
    const first = await tx.selectFrom('plan_terms').selectAll().executeTakeFirstOrThrow();
    const terms = { ...termsColumns(first), plan_id: planId, number: 2, agreed_at: clock.now().toISOString() };
    await tx.insertInto('plan_terms').values(terms).execute();
    const request = app.server.inject({
      method: 'PATCH',
      url: `/api/plans/${planId}`,
      headers: { origin: ownOrigin, cookie: donor.cookie },
      payload: { amount: 10 },
    });
    await Promise.race([request, waitForBlocked(app.deps, 1)]); // the request waits to insert number 2 as well
    return { request };
  });
  expect((await change.request).statusCode).toBe(200);
  const terms = await db.read.selectFrom('plan_terms').select(['number', 'amount_minor']).orderBy('number').execute();
  expect(terms).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3, amount_minor: 1000 }]);
});
