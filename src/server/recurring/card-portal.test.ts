import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlanResponse } from '#contract/plan.ts';
import { createStripeProvider } from '#server/payments/index.ts';
import type { CardProvider } from '#server/ports/card-provider.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin } from '#test/support/app/start-app.ts';

forEachDatabase((engine) => {
  describe(`the page for replacing the card, on ${engine}`, () => {
    let world: AppWithSandbox;
    let donor: SignedIn;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      donor = await signIn(world.app);
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
    });
    afterEach(() => world.close());

    const open = async (): Promise<number> => {
      const headers = { origin: ownOrigin, cookie: donor.cookie };
      const [plan] = (await world.app.server.inject({ url: '/api/plans', headers })).json<PlanResponse[]>();
      const url = `/api/plans/${plan?.id ?? ''}/portal`;
      return (await world.app.server.inject({ method: 'POST', url, headers })).statusCode;
    };
    /** Creates the provider as another server process does, or this one after a restart. */
    const otherProcess = (): CardProvider =>
      createStripeProvider({
        secretKey: world.sandbox.sandbox.config.secretKey,
        webhookSecret: 'whsec_1',
        apiBase: new URL(world.sandbox.url),
        isLive: false,
      });
    const openAt = async ({ subscriptions }: CardProvider): Promise<string> => {
      const customer = [...world.sandbox.sandbox.store.customers.values()][0];
      return (await subscriptions.openPortal(customer?.id ?? '', 'http://localhost:3000/account')).code;
    };
    const configurations = () => [...world.sandbox.sandbox.store.portalConfigurations.values()];
    const used = () => [...world.sandbox.sandbox.store.portalSessions.values()].map((one) => one.configurationId);
    const deactivateAll = (): void => {
      const { portalConfigurations } = world.sandbox.sandbox.store;
      for (const one of configurations()) portalConfigurations.put({ ...one, isActive: false });
    };

    test('opens with a configuration of our own, which offers the card and the invoices', async () => {
      expect(await open()).toBe(200);
      expect(configurations()).toMatchObject([{ isActive: true, canUpdateCard: true, showsInvoices: true }]);
      expect(used()).toEqual(configurations().map(({ id }) => id));
    });

    test('uses the same configuration again, even after a restart', async () => {
      await open();
      await open();
      expect(await openAt(otherProcess())).toBe('responded');
      expect(configurations()).toHaveLength(1);
      expect(new Set(used()).size).toBe(1);
    });

    test('gets a new configuration after the previous one was deactivated at the provider', async () => {
      await open();
      deactivateAll();
      expect(await open()).toBe(200);
      expect(configurations()).toMatchObject([{ isActive: false }, { isActive: true }]);
      expect(used().at(-1)).toBe(configurations()[1]?.id);
    });

    test('uses one configuration after two processes have opened it at the same time', async () => {
      const processes = [otherProcess(), otherProcess()];
      expect(await Promise.all(processes.map(openAt))).toEqual(['responded', 'responded']);
      const before = used().length;
      for (const each of [...processes, otherProcess()]) expect(await openAt(each)).toBe('responded');
      expect(new Set(used().slice(before)).size).toBe(1);
    });

    test('is unavailable while the provider responds with an error', async () => {
      await open();
      await world.control.armApiFault({ kind: 'status', status: 500, method: 'POST', times: 5 });
      expect(await open()).toBe(503);
    });
  });
});
