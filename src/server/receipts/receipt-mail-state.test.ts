import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MailTransport } from '#server/mail/transport.ts';
import { askCheckout } from '#test/support/call-app.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { signIn, type SignedIn } from '#test/support/signed-in.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';

const mailServer: MailTransport = { send: () => Promise.resolve() };

forEachDatabase((engine) => {
  describe('what a receipt says of its mail', () => {
    let app: TestApp;
    let donor: SignedIn;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook(), mail: mailServer });
      donor = await signIn(app);
    });
    afterEach(() => app.close());

    const give = async (): Promise<string> => {
      await askCheckout(app, checkoutBody(), { headers: { cookie: donor.cookie } });
      const intent = await app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
      await deliver(app, paidMessage(intent));
      return intent.donation_id;
    };
    const read = async (server: TestApp, id: string, cookie = donor.cookie): Promise<Record<string, unknown>> => {
      const answer = await server.server.inject({ url: `/api/donations/${id}/receipt`, headers: { cookie } });
      expect(answer.statusCode).toBe(200);
      return answer.json();
    };
    const setStatus = (status: string) => app.deps.db.write.updateTable('outbox').set({ status }).execute();

    test.each([
      ['waiting', 'on_its_way'],
      ['done', 'sent'],
      ['dead', 'not_possible'],
    ])('its owner is told: %s is %s', async (status, receiptMail) => {
      const id = await give();
      await setStatus(status);
      expect(await read(app, id)).toMatchObject({ id, receiptMail });
    });

    test('without a mail server one that waits cannot be sent, and one that left was sent', async () => {
      const id = await give();
      const mute = await startApp(engine, {
        databaseUrl: app.deps.config.databaseUrl!,
        environment: { DATA_DIR: app.deps.config.dataDir },
      });
      expect(await read(mute, id)).toMatchObject({ receiptMail: 'not_possible' });
      await setStatus('done');
      expect(await read(mute, id)).toMatchObject({ receiptMail: 'sent' });
      await mute.close();
    });

    test('without a job nothing is said', async () => {
      const id = await give();
      await app.deps.db.write.deleteFrom('outbox').execute();
      expect(await read(app, id)).not.toHaveProperty('receiptMail');
    });

    test('of a gift of nobody known nothing is said, to whoever holds its id and to who claims it', async () => {
      const intent = await openIntent(app);
      const { donation_id: id } = intent;
      await deliver(app, paidMessage(intent));
      await setStatus('done');
      expect(await read(app, id, '')).not.toHaveProperty('receiptMail');
      expect(await read(app, id)).not.toHaveProperty('receiptMail');
      const claimed = { donor_id: donor.user.id };
      await app.deps.db.write.updateTable('donations').set(claimed).where('id', '=', id).execute();
      expect(await read(app, id)).not.toHaveProperty('receiptMail');
    });
  });
});
