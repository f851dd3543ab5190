import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { call, told } from '#test/support/account-calls.ts';
import { authenticatorCode } from '#test/support/authenticator.ts';
import { refusal } from '#test/support/call-app.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { enroll, startFactor } from '#test/support/second-factor.ts';
import { signIn, signInAdmin } from '#test/support/signed-in.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';

const password = 'the desk is open';
const sentence = 'Please turn on two-step sign-in on your account page first.';
const adminEndpoints = Object.values(endpoints).filter(({ access }) => access === 'admin');
const url = '/api/admin/messages';

forEachDatabase((engine) => {
  describe("the administrator's desk", () => {
    let app: TestApp;
    afterEach(() => app.close());

    const start = async (required: 'on' | 'off'): Promise<void> => {
      const environment = { ADMIN_REQUIRE_2FA: required, ADMIN_PASSWORD: password };
      app = await startApp(engine, { cards: stubCards(), environment });
    };
    const ask = async (cookie?: string) => told(await call(app, { method: 'GET', url, cookie }));
    const remove = (cookie: string, code: string) =>
      call(app, { method: 'POST', url: '/api/account/second-factor/removal', cookie, body: { password, code } });

    describe('where the second factor is required', () => {
      beforeEach(() => start('on'));

      test('is closed in every part to an administrator without one, and says what to do', async () => {
        const cookie = await signInAdmin(app);
        expect(adminEndpoints.length).toBeGreaterThan(2);
        for (const { method, path } of adminEndpoints) {
          const answer = await call(app, { method, url: path.replace(/:\w+/, 'x'), cookie });
          expect(told(answer)).toEqual({ status: 403, body: refusal('forbidden', sentence) });
        }
      });

      test('stays closed until it is confirmed, and opens in the same session', async () => {
        const cookie = await signInAdmin(app);
        expect((await startFactor(app, cookie, password)).statusCode).toBe(200);
        expect(await ask(cookie)).toMatchObject({ status: 403 });
        await enroll(app, cookie, password);
        expect(await ask(cookie)).toMatchObject({ status: 200 });
      });

      test('answers strangers and donors as ever', async () => {
        const { cookie } = await signIn(app);
        expect(await ask()).toMatchObject({ status: 401, body: { code: 'sign_in_required' } });
        expect(await ask(cookie)).toEqual({
          status: 403,
          body: refusal('forbidden', 'You do not have permission to do this.'),
        });
        expect((await call(app, { method: 'GET', url: '/api/donations', cookie })).statusCode).toBe(200);
      });

      test('keeps the administrator from taking it away, and not donors', async () => {
        const cookie = await signInAdmin(app);
        const { secret } = await enroll(app, cookie, password);
        const removal = await remove(cookie, authenticatorCode(secret, app.clock.now()));
        const stays = 'Two-step sign-in cannot be turned off for the administrator.';
        expect(told(removal)).toEqual({ status: 403, body: refusal('forbidden', stays) });
        expect(await ask(cookie)).toMatchObject({ status: 200 });
        const donor = await signIn(app, { password });
        const { recoveryCodes } = await enroll(app, donor.cookie, password);
        expect((await remove(donor.cookie, recoveryCodes[0] ?? '')).statusCode).toBe(200);
      });
    });

    describe('where it is not required', () => {
      beforeEach(() => start('off'));

      test('is open without one, and with one that can be taken away', async () => {
        const cookie = await signInAdmin(app);
        expect(await ask(cookie)).toMatchObject({ status: 200 });
        const { secret } = await enroll(app, cookie, password);
        expect(await ask(cookie)).toMatchObject({ status: 200 });
        expect((await remove(cookie, authenticatorCode(secret, app.clock.now()))).statusCode).toBe(200);
        expect(await ask(cookie)).toMatchObject({ status: 200 });
      });
    });
  });
});
