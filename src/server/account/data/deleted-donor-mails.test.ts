import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '#test/support/accounts/account-calls.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('emails to a donor whose account was deleted', () => {
    let mailed: MailedApp;
    let ana: SignedIn;

    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail, { cards: stubCardsWithWebhook() });
      ana = await signIn(mailed.app, { email: 'ana@example.org' });
    });
    afterEach(() => mailed.close());

    const open = async () => {
      await postCheckout(mailed.app, checkoutBody(), { headers: { cookie: ana.cookie } });
      return mailed.app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
    };
    const remove = async (): Promise<void> => {
      const body = { password: donorPassword };
      await call(mailed.app, { method: 'POST', url: '/api/account/deletion', cookie: ana.cookie, body });
    };
    const statuses = async (): Promise<string[]> =>
      (await mailed.app.deps.db.read.selectFrom('outbox').select('status').execute()).map((row) => row.status);

    test('the receipt of a donation paid before the deletion is not sent', async () => {
      await deliver(mailed.app, paidMessage(await open()));
      await remove();
      expect(await statuses()).toEqual(['waiting']);
      expect(await mailed.deliverMails()).toEqual([]);
      expect(await statuses()).toEqual(['no_recipient']);
    });

    test('the receipt of a donation paid after the deletion is not sent', async () => {
      const intent = await open();
      await remove();
      await deliver(mailed.app, paidMessage(intent));
      expect(await statuses()).toEqual(['waiting']);
      expect(await mailed.deliverMails()).toEqual([]);
      expect(await statuses()).toEqual(['no_recipient']);
    });

    test('links and notices to the account are removed from the outbox', async () => {
      const body = { password: donorPassword, newPassword: 'battery staple' };
      await call(mailed.app, { method: 'POST', url: '/api/password-link', body: { email: 'ana@example.org' } });
      await call(mailed.app, { method: 'POST', url: '/api/account/password', cookie: ana.cookie, body });
      expect(await statuses()).toEqual(['waiting', 'waiting']);
      const deletion = { password: 'battery staple' };
      await call(mailed.app, { method: 'POST', url: '/api/account/deletion', cookie: ana.cookie, body: deletion });
      expect(await statuses()).toEqual([]);
      expect(await mailed.deliverMails()).toEqual([]);
    });
  });
});
