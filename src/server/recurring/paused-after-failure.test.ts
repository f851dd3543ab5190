import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, logInAt } from '#test/support/accounts/account-calls.ts';
import { donorPassword, signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';

const daySeconds = 24 * 60 * 60;

forEachDatabase((engine) => {
  describe('a plan whose last charge has failed', () => {
    let world: AppWithSandbox;
    let cookie: string;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      const donor = await signIn(world.app, { username: 'ana' });
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      const [subscription] = await world.control.readSubscriptions();
      await world.control.failNextRenewals(subscription?.subscriptionId ?? '', 1);
      await world.advance(31 * daySeconds);
      cookie = (await logInAt(world.app, { username: 'ana', password: donorPassword })).cookie;
      expect((await readPlan()).status).toBe('past_due');
    });
    afterEach(() => world.close());

    const readPlan = () =>
      world.app.deps.db.read.selectFrom('plans').select(['id', 'status', 'paused_until']).executeTakeFirstOrThrow();

    async function act(action: 'pause' | 'resume', body: object) {
      const { id } = await readPlan();
      const response = await call(world.app, { method: 'POST', url: `/api/plans/${id}/${action}`, cookie, body });
      expect(response.statusCode).toBe(200);
    }

    test('is charged nothing while its donor pauses it', async () => {
      await act('pause', { months: 2 });
      await world.advance(4 * daySeconds); // the provider would have tried again by now
      expect(await readPlan()).toMatchObject({ status: 'paused', paused_until: expect.any(String) });
      expect(await world.donations()).toHaveLength(1);
    });

    test('is charged again after it is resumed', async () => {
      await act('pause', { months: 2 });
      await act('resume', {});
      expect(await readPlan()).toMatchObject({ status: 'active', paused_until: null });
      await world.advance(31 * daySeconds);
      expect(await world.donations()).toHaveLength(2);
    });
  });
});
