import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workOutbox } from '#server/outbox/worker.ts';
import { cancelPlanJob } from '#server/recurring/index.ts';
import { call, logInAt } from '#test/support/accounts/account-calls.ts';
import { donorPassword, signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';

const monthSeconds = 31 * 24 * 60 * 60;

forEachDatabase((engine) => {
  describe('the plan of a donor whose account was deleted', () => {
    let world: AppWithSandbox;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    test('keeps neither the card nor the emails with links to its invoices', async () => {
      const { read } = world.app.deps.db;
      const findPlan = () => read.selectFrom('plans').select(['status', 'card']).executeTakeFirstOrThrow();
      const failureMails = () => read.selectFrom('outbox').select('id').where('kind', '=', 'renewal_failed').execute();
      const donor = await signIn(world.app, { username: 'ana' });
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      const [subscription] = await world.control.readSubscriptions();
      await world.control.failNextRenewals(subscription?.subscriptionId ?? '', 1);
      await world.advance(monthSeconds);
      expect(await findPlan()).toEqual({ status: 'past_due', card: 'Visa ending in 4242' });
      expect(await failureMails()).toHaveLength(1);

      const { cookie } = await logInAt(world.app, { username: 'ana', password: donorPassword });
      const body = { password: donorPassword };
      const deletion = await call(world.app, { method: 'POST', url: '/api/account/deletion', cookie, body });
      expect(deletion.statusCode).toBe(200);
      expect(await findPlan()).toEqual({ status: 'past_due', card: null });
      expect(await failureMails()).toEqual([]);
      await workOutbox(world.app.deps, { cancel_plan: cancelPlanJob });
      expect(await findPlan()).toEqual({ status: 'ended', card: null });
    });
  });
});
