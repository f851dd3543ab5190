import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPasswordQueue } from '#server/auth/index.ts';
import type { FairQueue } from '#server/fair-queue.ts';
import { call, mailedTokens, resetByMail } from '#test/support/accounts/account-calls.ts';
import { donorPassword, signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

forEachDatabase((engine) => {
  describe('a request to change the email address', () => {
    let app: TestApp;
    let whileChecking: (() => Promise<void>) | undefined;

    beforeEach(async () => {
      const queue = createPasswordQueue(64);
      const passwordQueue: FairQueue = {
        run: async (caller, work) => {
          const result = await queue.run(caller, work);
          const act = whileChecking;
          whileChecking = undefined;
          await act?.();
          return result;
        },
      };
      app = await startApp(engine, { passwordQueue });
    });
    afterEach(() => app.close());

    test('mails no link if the owner resets the password while the old one is checked', async () => {
      const { cookie } = await signIn(app, { username: 'ana', email: 'ana@example.org' });
      whileChecking = async () => {
        const response = await resetByMail(app, { email: 'ana@example.org', password: 'battery staple' });
        expect(response.statusCode).toBe(200);
      };
      const body = { email: 'thief@example.net', password: donorPassword };
      const response = await call(app, { method: 'POST', url: '/api/account/email', cookie, body });
      expect(response.json()).toMatchObject({ code: 'password_wrong' });
      expect(await mailedTokens(app, 'change_email')).toEqual([]);
    });
  });
});
