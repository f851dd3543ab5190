import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isStaffAccess } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { authenticatorCode } from '#test/support/accounts/authenticator.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { enroll, startFactor } from '#test/support/accounts/second-factor.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const password = 'the desk is open';
const sentence = 'Please turn on two-step sign-in on your account page first.';
const staffEndpoints = Object.values(endpoints).filter(({ access }) => isStaffAccess(access));
const url = '/api/admin/messages';

forEachDatabase((engine) => {
  describe("the administrator's pages", () => {
    let app: TestApp;
    afterEach(() => app.close());

    const start = async (required: 'on' | 'off'): Promise<void> => {
      const environment = { ADMIN_REQUIRE_2FA: required, ADMIN_PASSWORD: password };
      app = await startApp(engine, { cards: stubCards(), environment });
    };
    const getPage = async (cookie?: string) => statusAndBody(await call(app, { method: 'GET', url, cookie }));
    const remove = (cookie: string, code: string) =>
      call(app, { method: 'POST', url: '/api/account/second-factor/removal', cookie, body: { password, code } });

    describe('if the second factor is required', () => {
      beforeEach(() => start('on'));

      test('every staff endpoint refuses an administrator without a second factor, and says what to do', async () => {
        const cookie = await signInAdmin(app);
        expect(staffEndpoints.length).toBeGreaterThan(2);
        for (const { method, path } of staffEndpoints) {
          const response = await call(app, { method, url: path.replace(/:\w+/, 'x'), cookie });
          expect(statusAndBody(response)).toEqual({ status: 403, body: refusal('second_factor_missing', sentence) });
        }
      });

      test('staff endpoints stay closed until the second factor is confirmed, then open in the same session', async () => {
        const cookie = await signInAdmin(app);
        expect((await startFactor(app, cookie, password)).statusCode).toBe(200);
        expect(await getPage(cookie)).toMatchObject({ status: 403 });
        await enroll(app, cookie, password);
        expect(await getPage(cookie)).toMatchObject({ status: 200 });
      });

      test('visitors and donors get the usual responses', async () => {
        const { cookie } = await signIn(app);
        expect(await getPage()).toMatchObject({ status: 401, body: { code: 'sign_in_required' } });
        expect(await getPage(cookie)).toEqual({
          status: 403,
          body: refusal('forbidden', 'You do not have permission to do this.'),
        });
        expect((await call(app, { method: 'GET', url: '/api/donations', cookie })).statusCode).toBe(200);
      });

      test('the administrator cannot turn off the second factor, but donors can', async () => {
        const cookie = await signInAdmin(app);
        const { secret } = await enroll(app, cookie, password);
        const removal = await remove(cookie, authenticatorCode(secret, app.clock.now()));
        const stays = 'Two-step sign-in cannot be turned off, because your role on the team requires it.';
        expect(statusAndBody(removal)).toEqual({ status: 403, body: refusal('forbidden', stays) });
        expect(await getPage(cookie)).toMatchObject({ status: 200 });
        const donor = await signIn(app, { password });
        const { recoveryCodes } = await enroll(app, donor.cookie, password);
        expect((await remove(donor.cookie, recoveryCodes[0] ?? '')).statusCode).toBe(200);
      });
    });

    describe('if the second factor is not required', () => {
      beforeEach(() => start('off'));

      test('staff endpoints are open without a second factor, and a second factor can be turned off', async () => {
        const cookie = await signInAdmin(app);
        expect(await getPage(cookie)).toMatchObject({ status: 200 });
        const { secret } = await enroll(app, cookie, password);
        expect(await getPage(cookie)).toMatchObject({ status: 200 });
        expect((await remove(cookie, authenticatorCode(secret, app.clock.now()))).statusCode).toBe(200);
        expect(await getPage(cookie)).toMatchObject({ status: 200 });
      });
    });
  });
});
