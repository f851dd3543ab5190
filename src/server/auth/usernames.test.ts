import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, tryLogin } from '#test/support/accounts/account-calls.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { donorPassword, register, registration, signIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { nameKey } from './names.ts';

const format = 'Username can have 3 to 40 letters, digits, dots, dashes and underscores';
const alphabet = 'Please use letters of one common alphabet';
const taken = 'This username is already taken';

forEachDatabase((engine) => {
  describe('a username', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    const registerAs = async (username: string) => {
      const response = await register(app, registration({ username }));
      return { status: response.statusCode, body: response.json<{ username: string; code: string }>() };
    };
    const refusedWith = (sentence: string, code = 'invalid_request') => ({
      status: 400,
      body: refusal(code, sentence),
    });

    test.each([
      ['Zoe\u0301', 'Zo\u00e9'],
      ['\uff21\uff4e\uff41', 'Ana'],
      ['a\ufb03ne', 'affine'],
      ['anna\u2460', 'anna1'],
      ['\u{1d4d0}nna', 'Anna'],
      ['\uff76\uff85\uff80', 'カナタ'],
      ['админ', 'админ'],
    ])('%s is stored and shown as %s', async (typed, stored) => {
      expect(await registerAs(typed)).toMatchObject({ status: 200, body: { username: stored } });
      for (const name of [typed, stored, stored.toUpperCase()])
        expect(await tryLogin(app, { username: name, password: donorPassword })).toBe(200);
    });

    test.each(['\u0430dmin', '\u0391nna', 'anna\u0663', '山田taro', '\u13aa\u13a0\u13b7'])(
      'cannot mix alphabets: %s',
      async (username) => {
        expect(await registerAs(username)).toEqual(refusedWith(alphabet));
      },
    );

    test.each([
      'ana\u3164',
      '\u3164\u3164\u3164',
      'ana\uffa0',
      'ana\u115f',
      'ana\u1160',
      'an\u200ba',
      'an\u00ada',
      'an\u2060a',
      'ana\ufe0f',
      'ana\u{e0061}',
    ])('cannot have invisible characters: %j', async (username) => {
      expect(await registerAs(username)).toEqual(refusedWith(format));
    });

    test.each(['ana', 'ANA', '\uff41\uff4e\uff41', '\u{1d4d0}na', 'a\u{1d427}a'])(
      'is taken in any form: %s',
      async (username) => {
        await signIn(app, { username: 'Ana' });
        expect(await registerAs(username)).toEqual(refusedWith(taken, 'username_taken'));
      },
    );

    describe('from before these rules', () => {
      const rename = async (id: string, username: string): Promise<void> => {
        const renamed = { username, username_key: nameKey(username) };
        await app.deps.db.write.updateTable('users').set(renamed).where('id', '=', id).execute();
      };

      test.each(['\u0430dmin', 'ana\u3164', '\uff21\uff4e\uff41', '山田taro'])(
        '%j still signs in, and its account can be used',
        async (username) => {
          const { user, cookie } = await signIn(app);
          await rename(user.id, username);
          expect(await tryLogin(app, { username, password: donorPassword })).toBe(200);
          const profile = { country: 'CA', timeZone: 'America/Toronto' };
          const saved = await call(app, { method: 'PATCH', url: '/api/account', cookie, body: profile });
          expect([saved.statusCode, saved.json<{ username: string }>().username]).toEqual([200, username]);
          const change = { password: donorPassword, newPassword: 'battery staple' };
          const url = '/api/account/password';
          expect((await call(app, { method: 'POST', url, cookie, body: change })).statusCode).toBe(200);
          expect(await tryLogin(app, { username, password: 'battery staple' })).toBe(200);
        },
      );

      test('reserves its normal form', async () => {
        const { user } = await signIn(app);
        await rename(user.id, '\uff21\uff4e\uff41');
        expect(await registerAs('Ana')).toEqual(refusedWith(taken, 'username_taken'));
      });
    });
  });
});
