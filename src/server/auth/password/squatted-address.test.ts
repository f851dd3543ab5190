import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, isSignedIn, logInAt, mailedToken, resetByMail, tryLogin } from '#test/support/accounts/account-calls.ts';
import { secondFactorResponse } from '#contract/account/account-settings.ts';
import { authenticatorCode } from '#test/support/accounts/authenticator.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { confirmFactor, enroll, startFactor, type EnrolledFactor } from '#test/support/accounts/second-factor.ts';
import { confirmAddressOf, donorPassword, register, registration, signIn } from '#test/support/accounts/signed-in.ts';
import { invite } from '#test/support/accounts/staff.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const email = 'victim@example.org';
const newPassword = 'battery staple';
const login = { username: email, password: newPassword };
const minuteMs = 60_000;

/** Someone registers another person's address; the owner of the address takes over the account with a mailed link. */
forEachDatabase((engine) => {
  describe('resetting the password of an account', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    const squat = () => signIn(app, { username: 'squatter', email });
    const reset = () => resetByMail(app, { email, password: newPassword });
    const codeNow = ({ secret }: Pick<EnrolledFactor, 'secret'>): string => authenticatorCode(secret, app.clock.now());
    const isMailedAboutFactor = async (): Promise<boolean> => {
      const job = await app.deps.db.read
        .selectFrom('outbox')
        .select('payload')
        .where('kind', '=', 'password_changed')
        .executeTakeFirstOrThrow();
      return job.payload.includes('"removed":"second_factor"');
    };

    test('whose address was never confirmed removes its second factor, sessions and recovery codes', async () => {
      const squatter = await squat();
      const factor = await enroll(app, squatter.cookie);
      await reset();
      const owner = await logInAt(app, login);
      expect(owner.status).toBe(200);
      expect(await isSignedIn(app, squatter.cookie)).toBe(false);
      expect(await isMailedAboutFactor()).toBe(true);
      expect((await call(app, { method: 'GET', url: '/api/account', cookie: owner.cookie })).json()).toMatchObject({
        isEmailConfirmed: true,
        hasSecondFactor: false,
      });
      const own = await enroll(app, owner.cookie, newPassword);
      for (const code of [codeNow(factor), factor.recoveryCodes[0]!])
        expect(await tryLogin(app, { ...login, code })).toBe(401);
      expect(await tryLogin(app, { ...login, code: codeNow(own) })).toBe(200);
    });

    test('removes a second factor that was set up before its owner confirmed the address', async () => {
      const squatter = await squat();
      await enroll(app, squatter.cookie);
      await confirmAddressOf(app, squatter);
      await reset();
      expect(await tryLogin(app, login)).toBe(200);
    });

    test('keeps a second factor that was set up after the address was confirmed', async () => {
      const owner = await squat();
      await confirmAddressOf(app, owner);
      const factor = await enroll(app, owner.cookie);
      await reset();
      expect(await tryLogin(app, login)).toBe(401);
      expect(await tryLogin(app, { ...login, code: codeNow(factor) })).toBe(200);
      expect(await isMailedAboutFactor()).toBe(false);
    });

    test('of someone on the team keeps a second factor from before the invitation confirmed the address', async () => {
      const rosa = await squat();
      const factor = await enroll(app, rosa.cookie);
      const token = await invite(app, email);
      const joined = await call(app, {
        method: 'POST',
        url: '/api/team-invitation',
        cookie: rosa.cookie,
        body: { token },
      });
      expect(joined.statusCode).toBe(200);
      await reset();
      expect(await tryLogin(app, login)).toBe(401);
      expect(await tryLogin(app, { ...login, code: codeNow(factor) })).toBe(200);
    });

    test('a second time keeps the second factor that its owner has set up since', async () => {
      await squat();
      await reset();
      app.clock.advance(minuteMs);
      const owner = await logInAt(app, login);
      const factor = await enroll(app, owner.cookie, newPassword);
      await reset();
      expect(await tryLogin(app, login)).toBe(401);
      expect(await tryLogin(app, { ...login, code: codeNow(factor) })).toBe(200);
    });

    describe('with a new address', () => {
      const changeAddress = (cookie: string, address: string) =>
        call(app, {
          method: 'POST',
          url: '/api/account/email',
          cookie,
          body: { email: address, password: donorPassword },
        });
      const useLink = async (): Promise<void> => {
        const body = { token: await mailedToken(app, 'change_email') };
        expect((await call(app, { method: 'POST', url: '/api/confirm-email', body })).statusCode).toBe(200);
      };

      test('removes a second factor from before any address was confirmed', async () => {
        const squatter = await signIn(app, { username: 'squatter', email: 'made-up@example.org' });
        await changeAddress(squatter.cookie, email);
        await enroll(app, squatter.cookie);
        await useLink();
        await reset();
        expect(await tryLogin(app, login)).toBe(200);
      });

      test('keeps a second factor from when the former address was confirmed', async () => {
        const owner = await signIn(app, { username: 'owner', email: 'former@example.org' });
        await confirmAddressOf(app, owner);
        const factor = await enroll(app, owner.cookie);
        await changeAddress(owner.cookie, email);
        await useLink();
        await reset();
        expect(await tryLogin(app, login)).toBe(401);
        expect(await tryLogin(app, { ...login, code: codeNow(factor) })).toBe(200);
      });

      test('that is not confirmed leaves that address free, so its owner can register it', async () => {
        const squatter = await signIn(app, { username: 'squatter', email: 'mine@example.org' });
        await changeAddress(squatter.cookie, email);
        await enroll(app, squatter.cookie);
        await expect(reset()).rejects.toThrow('no reset_password email in the outbox');
        expect((await register(app, registration({ email, password: newPassword }))).statusCode).toBe(200);
        expect(await tryLogin(app, login)).toBe(200);
      });
    });

    test('does not change the second factor of another account', async () => {
      const bob = await signIn(app, { username: 'bob' });
      const factor = await enroll(app, bob.cookie);
      await squat();
      await reset();
      const code = codeNow(factor);
      expect(await tryLogin(app, { username: 'bob', password: donorPassword })).toBe(401);
      expect(await tryLogin(app, { username: 'bob', password: donorPassword, code })).toBe(200);
    });

    test('while the second factor is being turned on lets the owner sign in with the new password alone', async () => {
      const squatter = await squat();
      const { secret } = secondFactorResponse.parse((await startFactor(app, squatter.cookie)).json());
      await call(app, { method: 'POST', url: '/api/password-link', body: { email } });
      const body = { token: await mailedToken(app, 'reset_password'), password: newPassword };
      const [response] = await Promise.all([
        call(app, { method: 'POST', url: '/api/password-reset', body }),
        confirmFactor(app, squatter.cookie, codeNow({ secret })),
      ]);
      expect(response.statusCode).toBe(200);
      expect(await tryLogin(app, login)).toBe(200);
    });
  });
});
