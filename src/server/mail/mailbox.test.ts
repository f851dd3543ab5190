import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailWriters } from '#server/mail-writers.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { mailHandlers } from './mail-writer.ts';

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('/dev/mail', () => {
    let app: TestApp;
    const start = async (environment: Record<string, string> = {}): Promise<void> => {
      app = await startApp(engine, { cards: stubCardsWithWebhook(), renderMail, environment });
    };
    beforeEach(() => start());
    afterEach(() => app.close());

    const read = (url = '/dev/mail', headers: Record<string, string> = {}) => app.server.inject({ url, headers });
    const donate = async (firstName = 'Noor'): Promise<string> => {
      const { cookie } = await signIn(app, { firstName, email: 'noor@example.org' });
      await postCheckout(app, checkoutBody(), { headers: { cookie } });
      const intent = await app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
      await deliver(app, paidMessage(intent));
      return (await app.deps.db.read.selectFrom('outbox').select('id').executeTakeFirstOrThrow()).id;
    };

    test('says that there are no emails yet', async () => {
      const response = await read();
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.body).toContain('No emails yet.');
      expect(response.body).toContain('SMTP_URL is not set');
    });

    test('lists an email as waiting before it is sent, and as sent afterward', async () => {
      const id = await donate();
      const waiting = (await read()).body;
      expect(waiting).toContain(
        `<a href="/dev/mail/${id}">Your Kindbite receipt: US$3.50 to Food banks across Canada</a>`,
      );
      expect(waiting).toContain('To noor@example.org');
      expect(waiting).toContain('>waiting<');
      const sending = { ...app.deps, mail: { send: async () => undefined } };
      await workOutbox(sending, mailHandlers(sending, mailWriters));
      expect((await read()).body).toContain('>sent<');
    });

    test('lists the attachments of an email', async () => {
      const id = await donate();
      expect((await read(`/dev/mail/${id}`)).body).toMatch(
        /<dt>Attachment<\/dt><dd>kindbite-receipt-2026-03-04-[a-z0-9]{6}\.pdf<\/dd>/,
      );
    });

    test('says why an email is still waiting', async () => {
      await donate();
      const failing = { ...app.deps, mail: { send: async () => Promise.reject(new Error('the mail server is down')) } };
      await workOutbox(failing, mailHandlers(failing, mailWriters));
      expect((await read()).body).toContain('waiting after 1 attempt: the mail server is down');
    });

    test('says that the receipt of an anonymous donation has no recipient', async () => {
      await deliver(app, paidMessage(await openIntent(app)));
      const { id } = await app.deps.db.read.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
      expect((await read()).body).toContain('no recipient');
      expect((await read(`/dev/mail/${id}`)).body).toContain('No recipient');
      expect((await read(`/dev/mail/${id}/html`)).statusCode).toBe(404);
    });

    test('shows an email with its headers and text, and its markup in a frame without scripts', async () => {
      const id = await donate('<script>alert(1)</script>');
      const page = await read(`/dev/mail/${id}`);
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(page.body).toContain('hello@kindbite.example');
      expect(page.body).toContain('This is not an official receipt for income tax purposes.');
      expect(page.body).toContain(`src="/dev/mail/${id}/html"`);
      const mail = await read(`/dev/mail/${id}/html`);
      expect(mail.headers['content-security-policy']).toMatch(
        /^default-src 'none'; .*; sandbox allow-popups allow-popups-/,
      );
      expect(mail.headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(mail.body).toContain('CA$5.24');
      for (const { body } of [await read(), page, mail]) expect(body).not.toContain('<script');
    });

    test.each(['out_00000000000000000000000000', 'x', '%00', '../../etc/passwd', 'a'.repeat(5000)])(
      'returns 404 for the unknown id %s',
      async (id) => {
        for (const url of [`/dev/mail/${id}`, `/dev/mail/${id}/html`]) {
          expect((await read(url)).statusCode).toBe(404);
        }
      },
    );

    test('looks like an unknown address in production, as does every email, unless the caller has the operator token', async () => {
      await app.close();
      await start({ NODE_ENV: 'production', OPERATOR_TOKEN: 'operator-0123456789' });
      const id = await donate();
      for (const url of ['/dev/mail', `/dev/mail/${id}`, `/dev/mail/${id}/html`]) {
        const response = await read(url);
        expect([response.statusCode, response.body]).toEqual([404, (await read('/dev/nothing')).body]);
        expect({ url, status: (await read(url, { authorization: 'Bearer operator-0123456789' })).statusCode }).toEqual({
          url,
          status: 200,
        });
      }
    });

    test('does not exist without the sandbox', async () => {
      await app.close();
      await start({ PAYMENT_SANDBOX: 'off' });
      const id = await donate();
      for (const url of ['/dev/mail', `/dev/mail/${id}`, `/dev/mail/${id}/html`]) {
        expect({ url, status: (await read(url)).statusCode }).toEqual({ url, status: 404 });
      }
    });
  });
});
