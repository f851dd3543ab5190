import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '#test/support/account-calls.ts';
import { builtMails } from '#test/support/built-mails.ts';
import { askCheckout } from '#test/support/call-app.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startMailedApp, type MailedApp } from '#test/support/mailed-app.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/signed-in.ts';

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('the mails about a donor whose account was deleted', () => {
    let mailed: MailedApp;
    let ana: SignedIn;

    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail, { cards: stubCardsWithWebhook() });
      ana = await signIn(mailed.app, { email: 'ana@example.org' });
    });
    afterEach(() => mailed.close());

    const open = async () => {
      await askCheckout(mailed.app, checkoutBody(), { headers: { cookie: ana.cookie } });
      return mailed.app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
    };
    const remove = async (): Promise<void> => {
      const body = { password: donorPassword };
      await call(mailed.app, { method: 'POST', url: '/api/account/deletion', cookie: ana.cookie, body });
    };
    const statuses = async (): Promise<string[]> =>
      (await mailed.app.deps.db.read.selectFrom('outbox').select('status').execute()).map((row) => row.status);

    test('go to nobody: not the receipt of a gift that was paid before', async () => {
      await deliver(mailed.app, paidMessage(await open()));
      await remove();
      expect(await statuses()).toEqual(['waiting']);
      expect(await mailed.deliverMails()).toEqual([]);
      expect(await statuses()).toEqual(['done']);
    });

    test('go to nobody: not the receipt of a gift that is paid after', async () => {
      const intent = await open();
      await remove();
      await deliver(mailed.app, paidMessage(intent));
      expect(await statuses()).toEqual(['waiting']);
      expect(await mailed.deliverMails()).toEqual([]);
      expect(await statuses()).toEqual(['done']);
    });

    test('leave the outbox when they were to the account: links and warnings', async () => {
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
