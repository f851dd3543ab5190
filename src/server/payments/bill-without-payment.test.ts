import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { signIn } from '#test/support/signed-in.ts';
import { insertPlanOf } from '#test/support/standing-subscriptions.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { bookInvoice } from './follow-invoice.ts';
import type { InvoiceState } from './subscription-provider.ts';

forEachDatabase((engine) => {
  describe('a bill that somebody marked as paid at the provider, with no payment behind it', () => {
    let app: TestApp;
    let bill: InvoiceState;

    beforeEach(async () => {
      app = await startApp(engine);
      const planId = await insertPlanOf(app, await signIn(app));
      const terms = await app.deps.db.read.selectFrom('plan_terms').selectAll().executeTakeFirstOrThrow();
      bill = {
        invoiceId: 'in_marked',
        subscriptionId: `sub_${planId}`,
        planId,
        isLive: false,
        reason: 'renewal',
        status: 'paid',
        createdAt: app.deps.clock.now(),
        collected: money(terms.charge_total_minor, 'CAD'),
        paidAt: app.deps.clock.now(),
        paymentId: undefined,
        charityId: terms.charity_id,
        attemptCount: 1,
        nextAttemptAt: undefined,
        payUrl: undefined,
      };
    });
    afterEach(() => app.close());

    const donations = async () => (await app.deps.db.read.selectFrom('donations').select('id').execute()).length;
    const alarms = () => app.logged.filter(({ level }) => level === 50);
    const aside = () => app.deps.db.read.selectFrom('quarantined_events').select(['event_id', 'reason']).execute();

    test('is put aside for a person, once, and is no donation', async () => {
      const before = await donations();
      expect([await bookInvoice(app.deps, bill), await bookInvoice(app.deps, bill)]).toEqual([
        { code: 'quarantined' },
        { code: 'noted' },
      ]);
      expect(await donations()).toBe(before);
      expect(alarms()).toHaveLength(1);
      expect(await aside()).toEqual([{ event_id: 'invoice:in_marked', reason: 'no_payment' }]);
    });

    test('with a payment of another sum is put aside once, and never counts as booked', async () => {
      const paid = { ...bill, paymentId: 'pi_1', collected: money(1, 'CAD') };
      expect([await bookInvoice(app.deps, paid), await bookInvoice(app.deps, paid)]).toEqual([
        { code: 'quarantined' },
        { code: 'noted' },
      ]);
      expect(await aside()).toEqual([{ event_id: 'asked:in_marked:paid', reason: 'other_amount' }]);
      expect(alarms()).toHaveLength(1);
    });

    test('with its payment is one donation', async () => {
      const before = await donations();
      const paid = { ...bill, paymentId: 'pi_1' };
      expect([await bookInvoice(app.deps, paid), await bookInvoice(app.deps, paid)]).toEqual([
        { code: 'booked' },
        { code: 'noted' },
      ]);
      expect(await donations()).toBe(before + 1);
      expect(await aside()).toEqual([]);
    });
  });
});
