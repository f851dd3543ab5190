import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, queuedKinds } from '#test/support/accounts/account-calls.ts';
import { cookieOf, donorPassword, register, registration } from '#test/support/accounts/signed-in.ts';
import { postText } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

forEachDatabase((engine) => {
  describe('tagged forms of one address', () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    const tagged = Array.from({ length: 6 }, (_none, tag) => `noor+${tag}@example.org`);
    const post = (url: string, body: object, cookie?: string) => call(app, { method: 'POST', url, cookie, body });
    const kindsSent = async (kind: string) => (await queuedKinds(app)).filter((sent) => sent === kind).length;

    test('share the allowance for newsletter confirmations', async () => {
      for (const email of tagged) expect((await post('/api/subscribe', { email })).statusCode).toBe(200);
      expect(await kindsSent('newsletter_confirmation')).toBe(1);
    });

    test('share the allowance for confirmations of new accounts, but all the accounts are created', async () => {
      for (const email of tagged) expect((await register(app, registration({ email }))).statusCode).toBe(200);
      expect(await kindsSent('confirm_email')).toBe(3);
    });

    test('share the allowance for password links', async () => {
      for (const email of tagged) await register(app, registration({ email }));
      for (const email of tagged)
        expect((await postText(app, '/api/password-link', JSON.stringify({ email }))).statusCode).toBe(200);
      expect(await kindsSent('reset_password')).toBe(3);
    });

    test('share the allowance for changes of the address', async () => {
      const statuses = [];
      for (const email of tagged) {
        const cookie = cookieOf(await register(app, registration()));
        statuses.push((await post('/api/account/email', { email, password: donorPassword }, cookie)).statusCode);
      }
      expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
      expect(await kindsSent('change_email')).toBe(3);
    });

    test('share the allowance for notices of a changed password', async () => {
      for (const email of tagged) {
        const cookie = cookieOf(await register(app, registration({ email })));
        const body = { password: donorPassword, newPassword: 'battery staple' };
        expect((await post('/api/account/password', body, cookie)).statusCode).toBe(200);
      }
      expect(await kindsSent('password_changed')).toBe(3);
    });
  });
});
