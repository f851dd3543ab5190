import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specRates } from '#domain/money/exchange.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { seedCatalogue } from './index.ts';

const snacks = [
  { id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3 },
  { id: 2, name: 'Candy Bar', price: 1.5, mealsProvided: 1 },
  { id: 3, name: 'Smoothie', price: 5.25, mealsProvided: 5 },
  { id: 4, name: 'Chips', price: 2, mealsProvided: 2 },
  { id: 5, name: 'Salad', price: 8.95, mealsProvided: 8 },
  { id: 6, name: 'Pastry', price: 2.75, mealsProvided: 2 },
  { id: 7, name: 'Energy Drink', price: 3.25, mealsProvided: 3 },
];

forEachDatabase((engine) => {
  describe('the catalogue', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterAll(() => app.close());

    test('has the seven snacks of the spec, in its order', async () => {
      const response = await app.server.inject({ url: '/api/snacks' });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.json()).toEqual(snacks);
    });

    test('has five charities with the ids 5 to 9 and different names', async () => {
      const charities = (await app.server.inject({ url: '/api/charities' })).json<{ id: number; name: string }[]>();
      expect(charities.map(({ id }) => id)).toEqual([5, 6, 7, 8, 9]);
      expect(new Set(charities.map(({ name }) => name)).size).toBe(5);
      expect(charities.every((charity) => Object.keys(charity).join() === 'id,name')).toBe(true);
    });

    test('has the rates that prices are converted with', async () => {
      expect((await app.server.inject({ url: '/api/rates' })).json()).toEqual({
        ...specRates,
        version: 0,
        inDollars: [],
      });
    });

    test.each(['/api/snacks', '/api/charities', '/api/meal-sources', '/api/rates'])(
      '%s returns 304 when the ETag matches',
      async (url) => {
        const { etag } = (await app.server.inject({ url })).headers;
        const again = await app.server.inject({ url, headers: { 'if-none-match': String(etag) } });
        expect({ status: again.statusCode, body: again.body, etag: again.headers.etag }).toEqual({
          status: 304,
          body: '',
          etag,
        });
        expect((await app.server.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
      },
    );

    test('responds to HEAD with headers only', async () => {
      const response = await app.server.inject({ method: 'HEAD', url: '/api/snacks' });
      expect([response.statusCode, response.body]).toEqual([200, '']);
    });

    test('says where the number of meals of each snack comes from', async () => {
      const response = await app.server.inject({ url: '/api/meal-sources' });
      expect(response.json()).toEqual(
        snacks.map(({ id, mealsProvided }) => ({
          id,
          meals: mealsProvided,
          source: 'One meal for every whole US dollar of the price, as for a custom amount.',
        })),
      );
    });

    test('keeps its rows at the next start, even if entries have other names now', async () => {
      const rows = () => app.deps.db.read.selectFrom('charities').selectAll().orderBy('id').execute();
      await app.deps.db.write.updateTable('charities').set({ name: 'Another name' }).where('id', '=', 5).execute();
      const before = await rows();
      await seedCatalogue(app.deps.db);
      expect(await rows()).toEqual(before);
    });
  });
});
