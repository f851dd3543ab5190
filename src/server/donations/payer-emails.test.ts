import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addMonths } from '#domain/recurring/add-months.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, paidByGuest, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { disputeMessage, paymentIdOf, refundMessage } from '#test/support/payments/reversal-messages.ts';
import { deleteOldPayerEmails, erasePayerEmail } from './payer-emails.ts';

const guest = 'guest@example.org';
const paidAt = new Date('2026-03-04T12:00:00Z');
const hourMs = 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('the address of a guest', () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
    });
    afterEach(() => app.close());

    const pay = async (email = guest): Promise<DonationIntentRow> => {
      const intent = await openIntent(app);
      await deliver(app, paidByGuest(intent, email, { payment_intent: paymentIdOf(intent) }));
      return intent;
    };
    const addresses = async () =>
      (await app.deps.db.read.selectFrom('payer_emails').select('email').orderBy('email').execute()).map(
        ({ email }) => email,
      );
    const rowsAt = async (now: Date): Promise<number> => {
      app.clock.advance(now.getTime() - app.clock.now().getTime());
      await deleteOldPayerEmails(app.deps);
      return (await addresses()).length;
    };

    test('is stored once, as typed, with the time of the payment', async () => {
      const intent = await pay('Guest@Example.org');
      await deliver(app, { ...paidByGuest(intent, 'other@example.org'), id: 'evt_2' });
      expect(await app.deps.db.read.selectFrom('payer_emails').selectAll().execute()).toEqual([
        {
          intent_id: intent.id,
          email: 'Guest@Example.org',
          email_key: 'guest@example.org',
          paid_at: paidAt.toISOString(),
        },
      ]);
    });

    test('of a payment that is still processing is not stored', async () => {
      const intent = await openIntent(app);
      await deliver(app, paidByGuest(intent, guest, { payment_status: 'unpaid' }));
      expect(await addresses()).toEqual([]);
    });

    test('is erased from all donations with it, in any letter case, and stays erased', async () => {
      const intents = [await pay('Guest@example.org'), await pay('guest@EXAMPLE.org')];
      await pay('other@example.org');
      expect(await erasePayerEmail(app.deps, 'GUEST@example.org')).toEqual({ donations: 2, mails: 2 });
      for (const intent of intents) await deliver(app, { ...paidByGuest(intent, guest), id: `evt_2_${intent.id}` });
      expect((await addresses()).filter((email) => email !== null)).toEqual(['other@example.org']);
      expect(await erasePayerEmail(app.deps, guest)).toEqual({ donations: 0, mails: 0 });
    });

    test('can be erased while emails about a claimed donation still go to its owner', async () => {
      const intent = await pay();
      await app.deps.db.write.updateTable('donations').set({ donor_id: 'usr_1' }).execute();
      await deliver(app, refundMessage(intent, 'created', { id: 're_1' }));
      expect(await erasePayerEmail(app.deps, guest)).toEqual({ donations: 1, mails: 1 });
      const jobs = await app.deps.db.read.selectFrom('outbox').select(['kind', 'status']).orderBy('kind').execute();
      expect(jobs).toEqual([
        { kind: 'receipt', status: 'no_recipient' },
        { kind: 'reversal', status: 'waiting' },
      ]);
    });

    test('is deleted 24 months after the payment', async () => {
      await pay();
      const due = new Date('2028-03-04T12:00:00Z');
      expect(await rowsAt(new Date(due.getTime() - 1))).toBe(1);
      expect(await rowsAt(due)).toBe(0);
      expect(app.logged.at(-1)).toMatchObject({ count: 1, msg: 'email addresses of old donations deleted' });
    });

    const later = Date.parse('2026-05-31T12:00:00Z') / 1000;
    const details = { id: 'x_1', created: later, message: { created: later } };
    test.each([
      ['refund', (intent: DonationIntentRow) => refundMessage(intent, 'created', details)],
      ['dispute', (intent: DonationIntentRow) => disputeMessage(intent, 'closed', { ...details, status: 'lost' })],
    ] as const)('is kept for 24 months after a %s', async (_kind, message) => {
      await deliver(app, message(await pay()));
      expect(await rowsAt(new Date('2028-05-31T11:59:59Z'))).toBe(1);
      expect(await rowsAt(new Date('2028-05-31T12:00:00Z'))).toBe(0);
    });
  });
});

test('an address is deleted 24 months after the last event, in whatever order events arrive', async () => {
  const app = await startApp('sqlite', { cards: stubCardsWithWebhook() });
  const intent = await openIntent(app);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 700 * 24 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: -3, max: 3 }),
      async (hours, offset) => {
        const events = hours.map((hour) => new Date(paidAt.getTime() + hour * hourMs));
        await app.deps.db.write.deleteFrom('payment_events').execute();
        await app.deps.db.write.deleteFrom('payer_emails').execute();
        for (const [index, at] of events.entries())
          await deliver(app, {
            ...paidByGuest(intent, guest),
            id: `evt_${index}`,
            created: at.getTime() / 1000,
          });
        const last = new Date(Math.max(...events.map((at) => at.getTime())));
        const now = addMonths(last, 24).getTime() + offset * hourMs;
        app.clock.advance(now - app.clock.now().getTime());
        const deleted = await deleteOldPayerEmails(app.deps);
        expect(deleted).toBe(offset >= 0 ? 1 : 0);
      },
    ),
    { numRuns: 40 },
  );
  await app.close();
});
