import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '#test/support/accounts/account-calls.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const noon = '2026-03-04T12:00:00.000Z';

forEachDatabase((engine) => {
  let app: TestApp;
  let ana: SignedIn;

  beforeEach(async () => {
    app = await startApp(engine, { cards: stubCards() });
    ana = await signIn(app);
  });
  afterEach(() => app.close());

  const insertRefund = (intentId: string, takenMinor: number) =>
    app.deps.db.write
      .insertInto('reversals')
      .values({
        provider: 'stripe',
        reversal_id: `re_${intentId}`,
        kind: 'refund',
        payment_id: intentId,
        intent_id: intentId,
        status: 'taken',
        amount_minor: takenMinor,
        currency: 'CAD',
        is_active: 1,
        is_itemized: 0,
        taken_minor: takenMinor,
        subtotal_minor: takenMinor,
        service_fee_minor: 0,
        loss_minor: 0,
        postings: 1,
        occurred_at: noon,
        updated_at: noon,
      })
      .execute();

  test('the totals of a long history are those of the pages, with refunds taken into account', async () => {
    const wanted = Array.from({ length: 1100 }, (_, index) => ({
      donor_id: ana.user.id,
      charity_id: 5 + (index % 3),
      donated_at: new Date(Date.UTC(2026, 0, 1 + (index % 60))).toISOString(),
    }));
    const given = await insertPastDonations(app.deps, wanted);
    await insertRefund(given[0]!.intent_id, 524);
    await insertRefund(given[1]!.intent_id, 200);
    const file = (await call(app, { method: 'GET', url: '/api/account/data.json', cookie: ana.cookie })).json<
      Record<'impact' | 'rewards', object>
    >();
    const answers = ['impact', 'rewards'].map(async (name) =>
      (await call(app, { method: 'GET', url: `/api/${name}`, cookie: ana.cookie })).json<object>(),
    );
    expect([file.impact, file.rewards]).toEqual(await Promise.all(answers));
    expect(file.impact).toMatchObject({ donationsCount: 1099 });
  });
});
