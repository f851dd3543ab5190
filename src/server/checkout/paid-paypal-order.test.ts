import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { insertCatalogueVersion } from '#test/support/catalogue/catalogue.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { orderBody, paypalPage } from '#test/support/payments/paypal-calls.ts';

forEachDatabase((engine) => {
  describe('a paid PayPal order', () => {
    let world: AppWithSandbox;
    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('can be requested again by the browser that paid it, even after its charity was retired', async () => {
      const headers = { 'idempotency-key': 'the-paid-basket' };
      const [page, stranger] = [paypalPage(world.app), paypalPage(world.app)];
      const request = async (from = page) => (await from.requestOrder(orderBody(), headers)).json<{ id: string }>();
      const { id } = await request();
      await world.control.approveOrder(id);
      await page.capture(id);
      await insertCatalogueVersion(world.app, { charities: { 6: { isRetired: true } } });
      expect(await request()).toMatchObject({ id });
      expect(await request(stranger)).toMatchObject({ code: 'checkout_conflict' });
      expect((await page.requestOrder(orderBody())).json()).toMatchObject({ code: 'invalid_charity' });
    });
  });
});
