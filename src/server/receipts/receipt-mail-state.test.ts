import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { OutboxRow } from '#server/db/tables.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import {
  deliver,
  openIntent,
  paidByGuest,
  paidMessage,
  stubCardsWithWebhook,
} from '#test/support/payments/open-intent.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import type { MailTransport } from '#server/ports/mail-transport.ts';

const mailServer: MailTransport = { send: () => Promise.resolve() };

forEachDatabase((engine) => {
  describe('the email state in a receipt', () => {
    let app: TestApp;
    let donor: SignedIn;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook(), mail: mailServer });
      donor = await signIn(app);
    });
    afterEach(() => app.close());

    const donate = async (): Promise<string> => {
      await postCheckout(app, checkoutBody(), { headers: { cookie: donor.cookie } });
      const intent = await app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
      await deliver(app, paidMessage(intent));
      return intent.donation_id;
    };
    const read = async (server: TestApp, id: string, cookie = donor.cookie): Promise<Record<string, unknown>> => {
      const response = await server.server.inject({ url: `/api/donations/${id}/receipt`, headers: { cookie } });
      expect(response.statusCode).toBe(200);
      return response.json();
    };
    const setStatus = (status: OutboxRow['status']) =>
      app.deps.db.write.updateTable('outbox').set({ status }).execute();

    test.each([
      ['waiting', 'on_its_way'],
      ['done', 'sent'],
      ['no_recipient', 'not_possible'],
      ['dead', 'not_possible'],
    ] as const)('for a job that is %s, the owner sees %s', async (status, receiptMail) => {
      const id = await donate();
      await setStatus(status);
      expect(await read(app, id)).toMatchObject({ id, receiptMail, receiptMailTo: 'account' });
    });

    test.each([
      ['waiting', 'on_its_way'],
      ['done', 'sent'],
      ['no_recipient', 'not_possible'],
      ['dead', 'not_possible'],
    ] as const)("for a job that is %s, everyone with a guest's link sees %s", async (status, receiptMail) => {
      const intent = await openIntent(app);
      await deliver(app, paidByGuest(intent, 'guest@example.org'));
      await setStatus(status);
      const state = { receiptMail, receiptMailTo: 'payer' };
      expect(await read(app, intent.donation_id, '')).toMatchObject(state);
      expect(await read(app, intent.donation_id)).toMatchObject(state);
      await app.deps.db.write.updateTable('donations').set({ donor_id: donor.user.id }).execute();
      expect(await read(app, intent.donation_id), 'after the claim').toMatchObject(state);
    });

    test('is not_possible for a guest without an address, even while the receipt waits', async () => {
      const intent = await openIntent(app);
      await deliver(app, paidMessage(intent));
      expect(await read(app, intent.donation_id, '')).toMatchObject({ receiptMail: 'not_possible' });
    });

    test('is on_its_way until the provider has named the payer', async () => {
      const intent = await openIntent(app);
      await deliver(app, paidMessage(intent));
      const { donation_id: donationId, id: intentId } = intent;
      const fetchPayer = {
        kind: 'fetch_payer',
        dedupeKey: `fetch_payer:${donationId}`,
        payload: { intentId },
      } as const;
      await inTransaction(app.deps.db, (tx) => enqueue(app.deps, tx, fetchPayer));
      const state = async () => (await read(app, donationId, ''))['receiptMail'];
      expect(await state()).toBe('on_its_way');
      const jobs = app.deps.db.write.updateTable('outbox');
      await jobs.set({ status: 'no_recipient' }).where('kind', '=', 'receipt').execute();
      expect(await state()).toBe('on_its_way');
      await jobs.set({ status: 'done' }).where('kind', '=', 'fetch_payer').execute();
      expect(await state()).toBe('not_possible');
    });

    test('without a mail server is not_possible for a waiting receipt, and sent for a sent one', async () => {
      const id = await donate();
      const withoutMail = await startApp(engine, {
        databaseUrl: app.deps.config.databaseUrl!,
        environment: { DATA_DIR: app.deps.config.dataDir },
      });
      expect(await read(withoutMail, id)).toMatchObject({ receiptMail: 'not_possible' });
      await setStatus('done');
      expect(await read(withoutMail, id)).toMatchObject({ receiptMail: 'sent' });
      await withoutMail.close();
    });

    test('of a discarded receipt is the same with and without a mail server: sent, unless its job was dead', async () => {
      const id = await donate();
      const withoutMail = await startApp(engine, {
        databaseUrl: app.deps.config.databaseUrl!,
        environment: { DATA_DIR: app.deps.config.dataDir },
      });
      const states = () =>
        Promise.all([app, withoutMail].map(async (server) => (await read(server, id))['receiptMail']));
      await setStatus('discarded');
      expect(await states()).toEqual(['sent', 'sent']);
      const receipt = await app.deps.db.read
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', 'receipt')
        .executeTakeFirstOrThrow();
      await app.deps.db.write
        .insertInto('review_resolutions')
        .values({
          item_id: `job:${receipt.id}`,
          resolution: 'discarded',
          resolved_by: donor.user.id,
          resolver_name: 'ana',
          resolved_at: '2026-03-04T12:00:00.000Z',
        })
        .execute();
      expect(await states()).toEqual(['not_possible', 'not_possible']);
      await withoutMail.close();
    });

    test('is absent for a donation without a receipt job', async () => {
      const id = await donate();
      await app.deps.db.write.deleteFrom('outbox').execute();
      expect(await read(app, id)).not.toHaveProperty('receiptMail');
    });
  });
});
