import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { insertActivePlan } from '#test/support/payments/active-subscriptions.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import type { InvoiceState } from '#server/ports/subscription-provider.ts';
import { bookInvoice } from './follow-invoice.ts';

forEachDatabase((engine) => {
  describe('a paid invoice', () => {
    let app: TestApp;
    let invoice: InvoiceState;

    beforeEach(async () => {
      app = await startApp(engine);
      const planId = await insertActivePlan(app, await signIn(app));
      const terms = await app.deps.db.read.selectFrom('plan_terms').selectAll().executeTakeFirstOrThrow();
      invoice = {
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
    const errors = () => app.logged.filter(({ level }) => level === 50);
    const quarantined = () =>
      app.deps.db.read.selectFrom('quarantined_events').select(['event_id', 'reason']).execute();

    test('that was marked as paid by hand is quarantined once and never becomes a donation', async () => {
      const before = await donations();
      expect([await bookInvoice(app.deps, invoice), await bookInvoice(app.deps, invoice)]).toEqual([
        { code: 'quarantined' },
        { code: 'noted' },
      ]);
      expect(await donations()).toBe(before);
      expect(errors()).toHaveLength(1);
      expect(await quarantined()).toEqual([{ event_id: 'invoice:in_marked', reason: 'no_payment' }]);
    });

    test('with a payment of another amount is quarantined once and does not count as booked', async () => {
      const paid = { ...invoice, paymentId: 'pi_1', collected: money(1, 'CAD') };
      expect([await bookInvoice(app.deps, paid), await bookInvoice(app.deps, paid)]).toEqual([
        { code: 'quarantined' },
        { code: 'noted' },
      ]);
      expect(await quarantined()).toEqual([{ event_id: 'asked:in_marked:paid', reason: 'other_amount' }]);
      expect(errors()).toHaveLength(1);
    });

    test('for a charity that its plan never had waits for review, and its money goes to no other charity', async () => {
      const before = await donations();
      const paid = { ...invoice, paymentId: 'pi_1', charityId: 10 };
      expect(await bookInvoice(app.deps, paid)).toEqual({ code: 'quarantined' });
      expect(await donations()).toBe(before);
      expect(await quarantined()).toEqual([{ event_id: 'invoice:in_marked', reason: 'not_in_catalogue' }]);
    });

    test('with a payment becomes one donation', async () => {
      const before = await donations();
      const paid = { ...invoice, paymentId: 'pi_1' };
      expect([await bookInvoice(app.deps, paid), await bookInvoice(app.deps, paid)]).toEqual([
        { code: 'booked' },
        { code: 'noted' },
      ]);
      expect(await donations()).toBe(before + 1);
      expect(await quarantined()).toEqual([]);
    });
  });
});
