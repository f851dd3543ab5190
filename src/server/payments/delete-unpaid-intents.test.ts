import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { countRows } from '#test/support/app/row-counts.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { deleteUnpaidIntents } from './delete-unpaid-intents.ts';
import { recordOfIntent } from './rebuild/record-of.ts';
import { recordMetadata } from './stripe/record-metadata.ts';

const dayMs = 24 * 60 * 60 * 1000;
const monthly = checkoutBody({ donation: { recurring: true } });

/** Stripe's message that a page expired unpaid. */
const expiredMessage = (intent: DonationIntentRow) =>
  paidMessage(intent, {
    event: { id: `evt_expired_${intent.id}`, type: 'checkout.session.expired' },
    session: { status: 'expired', payment_status: 'unpaid' },
  });

/** Stripe's message about a paid session, with the record that we wrote at the checkout. */
const paidWithRecord = (app: TestApp, intent: DonationIntentRow) => {
  const record = recordMetadata('donation', recordOfIntent(app.deps, intent));
  return paidMessage(intent, { session: { metadata: { intent_id: intent.id, ...record } } });
};

forEachDatabase((engine) => {
  describe('unpaid intents', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
    });
    afterEach(async () => {
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      await app.close();
    });

    const deleteOld = () => deleteUnpaidIntents(app.deps);
    const change = (intent: DonationIntentRow, columns: Partial<DonationIntentRow>) =>
      app.deps.db.write.updateTable('donation_intents').set(columns).where('id', '=', intent.id).execute();
    const intentIds = async (): Promise<string[]> =>
      (await app.deps.db.read.selectFrom('donation_intents').select('id').execute()).map(({ id }) => id);
    const rows = (table: 'plans' | 'plan_terms' | 'restores' | 'quarantined_events') =>
      app.deps.db.read.selectFrom(table).selectAll().execute();
    /** Advances the clock until an intent's page expired this many days ago. */
    const pass = ({ expires_at: expiresAt }: DonationIntentRow, days: number): void =>
      app.clock.advance(new Date(expiresAt).getTime() + days * dayMs - app.clock.now().getTime());
    const openMonthly = async (): Promise<DonationIntentRow> => {
      const { cookie } = await signIn(app);
      const response = await postCheckout(app, monthly, { headers: { cookie } });
      expect(response.statusCode).toBe(200);
      return app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
    };

    test.each(['pending', 'failed', 'expired'] as const)(
      'with status %s are deleted 90 days after their page expired, and no earlier',
      async (status) => {
        const intent = await openIntent(app);
        await change(intent, { status });
        pass(intent, 90);
        app.clock.advance(-1);
        expect([await deleteOld(), await intentIds()]).toEqual([0, [intent.id]]);
        app.clock.advance(1);
        expect([await deleteOld(), await intentIds()]).toEqual([1, []]);
        expect(await deleteOld()).toBe(0);
      },
    );

    test('are deleted with everything about their checkout', async () => {
      const before = await countRows(app.deps.db.read);
      const intent = await openIntent(app);
      await deliver(app, expiredMessage(intent));
      expect(await countRows(app.deps.db.read)).toMatchObject({ donation_intents: 1, payment_events: 1 });
      pass(intent, 90);
      expect(await deleteOld()).toBe(1);
      expect(await countRows(app.deps.db.read)).toEqual(before);
    });

    test('of monthly donations are deleted with the plan that never started', async () => {
      const intent = await openMonthly();
      pass(intent, 90);
      expect(await deleteOld()).toBe(1);
      expect([await intentIds(), await rows('plans'), await rows('plan_terms')]).toEqual([[], [], []]);
    });

    test.each<[string, (intent: DonationIntentRow) => Promise<unknown>]>([
      ['that are paid', (intent) => deliver(app, paidMessage(intent))],
      [
        'whose payment is being processed',
        (intent) => deliver(app, paidMessage(intent, { session: { payment_status: 'unpaid' } })),
      ],
      ['whose page was opened again later', (intent) => change(intent, { expires_at: '2030-01-01T00:00:00.000Z' })],
      ['with a payment at the provider', (intent) => change(intent, { status: 'failed', provider_payment_id: 'pi_1' })],
      ['with a payment in quarantine', (intent) => deliver(app, paidMessage(intent, { session: { amount_total: 1 } }))],
      [
        'with a quarantined payment on another page',
        (intent) => deliver(app, paidMessage(intent, { session: { id: 'cs_test_other', amount_total: 1 } })),
      ],
      [
        'with a quarantined payment that names only the page',
        (intent) => deliver(app, paidMessage(intent, { session: { amount_total: 1, metadata: {} } })),
      ],
      [
        'with an email address of their payer',
        ({ id }) =>
          app.deps.db.write
            .insertInto('payer_emails')
            .values({ intent_id: id, email: null, email_key: null, paid_at: app.clock.now().toISOString() })
            .execute(),
      ],
      [
        'with an earlier fact that money was on its way',
        async (intent) => {
          await deliver(app, paidMessage(intent, { session: { payment_status: 'unpaid' } }));
          await change(intent, { status: 'expired', provider_payment_id: null });
        },
      ],
    ])('%s are kept', async (_what, happen) => {
      const intent = await openIntent(app);
      await happen(intent);
      pass(intent, 1000);
      expect([await deleteOld(), await intentIds()]).toEqual([0, [intent.id]]);
    });

    test('of a plan that has a subscription are kept', async () => {
      const intent = await openMonthly();
      await app.deps.db.write.updateTable('plans').set({ subscription_id: 'sub_1' }).execute();
      pass(intent, 1000);
      expect(await deleteOld()).toBe(0);
    });

    test('of renewals are kept', async () => {
      const first = await openMonthly();
      const renewal = { ...first, id: 'int_renewal', donation_id: 'don_renewal', provider_session_id: 'in_1' };
      await app.deps.db.write
        .insertInto('donation_intents')
        .values({ ...renewal, idempotency_key: null })
        .execute();
      pass(first, 90);
      expect([await deleteOld(), await intentIds()]).toEqual([1, ['int_renewal']]);
    });

    test('are deleted in batches, until none is left', async () => {
      const intent = await openIntent(app);
      const copies = Array.from({ length: 250 }, (_none, index) => ({
        ...intent,
        id: `int_${index}`,
        donation_id: `don_${index}`,
        idempotency_key: null,
        provider_session_id: null,
      }));
      await inTransaction(app.deps.db, async (tx) => {
        for (const copy of copies) await tx.insertInto('donation_intents').values(copy).execute();
      });
      pass(intent, 90);
      expect([await deleteOld(), await intentIds()]).toEqual([251, []]);
    });

    test('that were deleted still become their donor’s donation when a payment arrives later, and no restore is noticed', async () => {
      const { user, cookie } = await signIn(app);
      expect((await postCheckout(app, checkoutBody(), { headers: { cookie } })).statusCode).toBe(200);
      const intent = await app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
      await deliver(app, expiredMessage(intent));
      pass(intent, 90);
      expect(await deleteOld()).toBe(1);
      expect((await deliver(app, paidWithRecord(app, intent))).statusCode).toBe(200);
      const [donation] = await app.deps.db.read.selectFrom('donations').selectAll().execute();
      expect(donation).toMatchObject({
        id: intent.donation_id,
        intent_id: intent.id,
        donor_id: user.id,
        charge_total_minor: intent.charge_total_minor,
      });
      const jobs = await app.deps.db.read.selectFrom('outbox').select(['kind', 'status']).execute();
      expect(jobs).toEqual([{ kind: 'receipt', status: 'waiting' }]);
      expect([await rows('restores'), await rows('quarantined_events')]).toEqual([[], []]);
      expect((await deliver(app, paidWithRecord(app, intent))).statusCode).toBe(200);
      expect(await countRows(app.deps.db.read)).toMatchObject({ donations: 1, ledger_transactions: 1 });
      expect(await deleteOld()).toBe(0);
    });

    test('that are paid while they are deleted become one donation each', async () => {
      const intents = [];
      for (let number = 0; number < 8; number += 1) intents.push(await openIntent(app));
      pass(intents.at(-1)!, 90);
      const payments = intents.map((intent) => deliver(app, paidWithRecord(app, intent)));
      await Promise.all([...payments, deleteOld(), deleteOld()]);
      for (const intent of intents) await deliver(app, paidWithRecord(app, intent)); // Stripe repeats messages that failed
      const donations = await app.deps.db.read.selectFrom('donations').select('id').execute();
      expect(donations.map(({ id }) => id).toSorted()).toEqual(
        intents.map(({ donation_id: donationId }) => donationId).toSorted(),
      );
    });
  });
});
