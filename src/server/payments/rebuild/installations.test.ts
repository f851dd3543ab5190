import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { coffeeRecord } from '#test/support/payments/arbitrary-record.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { applyPaymentEvent } from '../settle/apply-payment-event.ts';
import { replaceInstallation, ensureInstallation, findForeignInstallations } from './installations.ts';
import { rebuildPlan } from './rebuild-plan.ts';

const other = 'ins_00000000000000000000000009';

forEachDatabase((engine) => {
  describe('a payment of another installation that uses the same provider account', () => {
    let app: TestApp;
    const paid = (installationId: string | null): PaymentEvent => {
      const record = coffeeRecord({ installationId });
      return {
        provider: 'stripe',
        eventId: 'evt_1',
        occurredAt: new Date('2026-11-22T12:05:00.000Z'),
        isLive: false,
        sessionId: 'cs_1',
        paymentId: 'pi_1',
        account: undefined,
        intentId: record.intentId,
        record,
        fact: { kind: 'settled', collected: record.charge.total },
      };
    };
    const left = () =>
      app.deps.db.read
        .selectFrom('quarantined_events')
        .select(['event_id', 'reason'])
        .where('resolved_at', 'is', null)
        .execute();

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    test('is quarantined, and no restore is noticed', async () => {
      expect(await applyPaymentEvent(app.deps, paid(other))).toEqual({
        code: 'quarantined',
        reason: 'other_installation',
      });
      expect(await app.deps.db.read.selectFrom('donation_intents').select('id').execute()).toEqual([]);
      expect(await app.deps.db.read.selectFrom('restores').selectAll().execute()).toEqual([]);
      expect(await findForeignInstallations(app.deps.db.read)).toEqual([other]);
    });

    test('is rebuilt after an operator reports that this database replaces the other one', async () => {
      await applyPaymentEvent(app.deps, paid(other));
      expect(await replaceInstallation(app.deps, other)).toBe(true);
      expect(await replaceInstallation(app.deps, other)).toBe(true); // again
      expect(await applyPaymentEvent(app.deps, paid(other))).toMatchObject({ code: 'settled' });
      expect(await left()).toEqual([]);
      expect(await findForeignInstallations(app.deps.db.read)).toEqual([]);
      expect(await ensureInstallation(app.deps.db, app.deps.random)).toBe(app.deps.installationId);
    });

    test.each(['', 'other', 'usr_00000000000000000000000009', `${other} `])(
      'cannot be accepted with the malformed installation id %j',
      async (text) => {
        expect(await replaceInstallation(app.deps, text)).toBe(false);
        expect(await app.deps.db.read.selectFrom('installations').select('id').execute()).toHaveLength(1);
      },
    );

    test.each([
      ['our own installation', () => app.deps.installationId],
      ['no installation, like old records', () => null],
    ])('is ours when its record names %s', async (_what, installationId) => {
      expect(await applyPaymentEvent(app.deps, paid(installationId()))).toMatchObject({ code: 'settled' });
    });

    test('does not bring back its plan', async () => {
      const planId = 'pln_00000000000000000000000001';
      const donorId = 'usr_00000000000000000000000001';
      const first = coffeeRecord({ installationId: other, donorId, plan: { planId, termsNumber: 1 } });
      const stored = { planId, subscriptionId: 'sub_1', records: { first, terms: undefined } };
      expect(await inTransaction(app.deps.db, (tx) => rebuildPlan(app.deps, tx, stored))).toBe('other_installation');
      expect(await app.deps.db.read.selectFrom('plans').select('id').execute()).toEqual([]);
    });
  });
});
