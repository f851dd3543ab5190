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

  test('the totals of a long history equal those on the pages, with refunds taken into account', async () => {
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
    const responses = ['impact', 'rewards'].map(async (name) =>
      (await call(app, { method: 'GET', url: `/api/${name}`, cookie: ana.cookie })).json<object>(),
    );
    expect([file.impact, file.rewards]).toEqual(await Promise.all(responses));
    expect(file.impact).toMatchObject({ donationsCount: 1099 });
  });

  test('both files say how much of a donation was refunded, as the history does', async () => {
    const [fullyRefunded, partlyRefunded] = await insertPastDonations(app.deps, [
      { donor_id: ana.user.id },
      { donor_id: ana.user.id },
    ]);
    await insertRefund(fullyRefunded!.intent_id, 524);
    await insertRefund(partlyRefunded!.intent_id, 200);
    const get = (url: string) => call(app, { method: 'GET', url, cookie: ana.cookie });
    const { donations } = (await get('/api/account/data.json')).json<{ readonly donations: OwnedDonation[] }>();
    expect(new Map(donations.map(({ id, refundsAndDisputes }) => [id, refundsAndDisputes]))).toEqual(
      new Map([
        [fullyRefunded!.id, { amount: 5.24, currency: 'CAD' }],
        [partlyRefunded!.id, { amount: 2, currency: 'CAD' }],
      ]),
    );
    const table = (await get('/api/account/donations.csv')).body.trimEnd().split('\r\n').slice(1);
    const cells = new Map(table.map((line) => line.split(',')).map((row) => [row.at(-1), row]));
    expect([fullyRefunded, partlyRefunded].map((donation) => cells.get(donation!.id)?.slice(11, 15))).toEqual([
      ['5.24', '5.24', '0', 'CAD'],
      ['5.24', '2', '3.24', 'CAD'],
    ]);
    const history = (await get('/api/donations')).json<{ readonly id: string; readonly mealsProvided: number }[]>();
    expect(new Map(history.map(({ id, mealsProvided }) => [id, String(mealsProvided)]))).toEqual(
      new Map([...cells].map(([id, row]) => [id, row[5]])),
    );
  });
});

interface OwnedDonation {
  readonly id: string;
  readonly refundsAndDisputes: object;
}
