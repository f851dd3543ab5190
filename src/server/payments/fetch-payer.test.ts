import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailWriters } from '#server/mail-writers.ts';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { attemptsMax, retryDelayMs, workOutbox } from '#server/outbox/worker.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { paymentJobs } from '#server/payments/index.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { captureAtPayPal, paypalPage } from '#test/support/payments/paypal-calls.ts';

const guest = 'guest@example.org';
const orderCall = { method: 'GET', path: '/v2/checkout/orders/*' } as const;

forEachDatabase((engine) => {
  describe('a PayPal payment that is known only from its message', () => {
    let world: AppWithSandbox;
    let sent: MailMessage[];
    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
      sent = [];
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    /** Pays without the page: PayPal's message about the capture names no payer. */
    const pay = async (cookie?: string): Promise<string> => {
      const orderId = await paypalPage(world.app, cookie).order();
      await world.control.approveOrder(orderId, 'balance', guest);
      captureAtPayPal(world, orderId);
      await world.sandbox.sandbox.webhooks.whenIdle();
      const [donation] = await world.donations();
      return donation!.id;
    };
    const deps = () => ({
      ...world.app.deps,
      mail: { send: (message: MailMessage) => Promise.resolve(void sent.push(message)) },
      renderMail: () => Promise.resolve({ subject: 'Your receipt', html: '', text: '' }),
    });
    const work = () => workOutbox(deps(), paymentJobs);
    const deliverMails = () => workOutbox(deps(), mailHandlers(deps(), mailWriters));
    const jobs = async () => {
      const rows = await world.app.deps.db.read.selectFrom('outbox').select(['kind', 'status']).execute();
      return Object.fromEntries(rows.map(({ kind, status }) => [kind, status]));
    };
    const addresses = async () =>
      (await world.app.deps.db.read.selectFrom('payer_emails').select('email').execute()).map(({ email }) => email);

    test('has its receipt sent after PayPal names the payer, even if PayPal does not respond at first', async () => {
      await world.control.armApiFault({ ...orderCall, kind: 'status', status: 503, times: 3 });
      await pay();
      await deliverMails();
      expect(await jobs()).toMatchObject({ receipt: 'no_recipient', fetch_payer: 'waiting' });
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        expect(await work()).toMatchObject({ postponed: 1 });
        await world.advance(retryDelayMs(attempt) / 1000);
      }
      expect(await work()).toMatchObject({ done: 1 });
      await deliverMails();
      expect(sent.map(({ to }) => to.address)).toEqual([guest]);
      expect(await jobs()).toMatchObject({ receipt: 'done', fetch_payer: 'done' });
    });

    test.each(['cut', 'odd_json'] as const)(
      'has its payer looked up again after a lost response (%s)',
      async (kind) => {
        await world.control.armApiFault({ ...orderCall, kind });
        await pay();
        expect(await work()).toMatchObject({ postponed: 1 });
        await world.advance(retryDelayMs(1) / 1000);
        await work();
        expect(await addresses()).toEqual([guest]);
      },
    );

    test('has its payer looked up a limited number of times', async () => {
      await world.control.armApiFault({ ...orderCall, kind: 'status', status: 503, times: attemptsMax + 1 });
      await pay();
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        await work();
        await world.advance(retryDelayMs(attempt) / 1000);
      }
      expect(await jobs()).toMatchObject({ fetch_payer: 'dead' });
      expect(await world.donations()).toHaveLength(1);
      await world.control.clearFaults();
    });

    test('whose order names no payer keeps a receipt without a recipient', async () => {
      const id = await pay();
      const { provider_session_id: orderId } = await world.app.deps.db.read
        .selectFrom('donation_intents')
        .select('provider_session_id')
        .executeTakeFirstOrThrow();
      const { paypalOrders } = world.sandbox.sandbox.store;
      paypalOrders.put({ ...paypalOrders.get(orderId!)!, payerEmail: null });
      await deliverMails();
      expect(await work()).toMatchObject({ done: 1 });
      await deliverMails();
      expect([await addresses(), sent]).toEqual([[], []]);
      expect(await jobs()).toMatchObject({ receipt: 'no_recipient', fetch_payer: 'done' });
      const receipt = await world.app.server.inject(`/api/donations/${id}/receipt`);
      expect(receipt.json<unknown>()).toMatchObject({ status: 'settled', receiptMail: 'not_possible' });
    });

    test('does not have its payer looked up again, even if the address was erased', async () => {
      await pay();
      await work();
      await world.app.deps.db.write.updateTable('payer_emails').set({ email: null, email_key: null }).execute();
      await world.app.deps.db.write.updateTable('outbox').set({ status: 'waiting' }).execute();
      await world.control.armApiFault({ ...orderCall, kind: 'status', status: 503 });
      expect(await work()).toMatchObject({ done: 1, postponed: 0 });
      expect(await addresses()).toEqual([null]);
      await world.control.clearFaults();
    });

    test('by a signed-in donor needs no lookup of the payer', async () => {
      await pay((await signIn(world.app)).cookie);
      expect(await jobs()).not.toHaveProperty('fetch_payer');
    });
  });
});
