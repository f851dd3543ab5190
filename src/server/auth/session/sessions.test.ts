import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '#server/http/current-user.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import {
  cookieOf,
  donorPassword,
  register,
  registration,
  signIn,
  signInAdmin,
  type SignedIn,
} from '#test/support/accounts/signed-in.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const thirtyDays = 'Max-Age=2592000';

forEachDatabase((engine) => {
  describe('a session', () => {
    let app: TestApp;
    let donor: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      donor = await signIn(app);
    });
    afterEach(() => app.close());

    const statusFor = async (cookie: string): Promise<number> =>
      (await app.server.inject({ url: '/api/user', headers: { cookie } })).statusCode;
    const rows = () => app.deps.db.read.selectFrom('sessions').selectAll().execute();
    const logOut = (headers: Record<string, string>) =>
      app.server.inject({ method: 'POST', url: '/api/logout', headers: { origin: ownOrigin, ...headers } });
    const tokenOf = ({ cookie }: SignedIn): string => /session=([\w-]{43})/.exec(cookie)?.[1] ?? '';

    test('is stored as a hash, so reading the table is not enough to sign in', async () => {
      const token = tokenOf(donor);
      const stored = await rows();
      expect(stored.map((row) => row.token_hash)).toEqual([hashToken(token)]);
      expect(JSON.stringify(stored)).not.toContain(token);
      expect(await statusFor(`session=${hashToken(token)}`)).toBe(401);
    });

    test.each(['', 'session=', 'session=x', `session=${'A'.repeat(43)}`, `session=${'%00'.repeat(43)}`, 'signed_in=1'])(
      'is not opened by the cookie %j',
      async (cookie) => {
        const response = await app.server.inject({ url: '/api/user', headers: { cookie } });
        expect({ status: response.statusCode, body: response.json<unknown>() }).toEqual({
          status: 401,
          body: refusal('sign_in_required', 'Please sign in.'),
        });
      },
    );

    test('ends 30 days after its last use', async () => {
      app.clock.advance(29 * dayMs);
      expect(await statusFor(donor.cookie)).toBe(200);
      app.clock.advance(30 * dayMs - 1);
      expect(await statusFor(donor.cookie)).toBe(200);
      app.clock.advance(30 * dayMs);
      expect(await statusFor(donor.cookie)).toBe(401);
    });

    test('is extended by use, at most every 5 minutes', async () => {
      const ends = async () => (await rows()).map((row) => row.expires_at);
      app.clock.advance(5 * minuteMs - 1);
      await statusFor(donor.cookie);
      expect(await ends()).toEqual(['2026-04-03T12:00:00.000Z']);
      app.clock.advance(1);
      await statusFor(donor.cookie);
      expect(await ends()).toEqual(['2026-04-03T12:05:00.000Z']);
      app.clock.advance(minuteMs);
      await statusFor(donor.cookie);
      expect(await ends()).toEqual(['2026-04-03T12:05:00.000Z']);
    });

    test('the cookies are extended too, so they do not expire 30 days after the login', async () => {
      const getUser = () => app.server.inject({ url: '/api/user', headers: { cookie: donor.cookie } });
      expect((await getUser()).cookies).toEqual([]);
      app.clock.advance(5 * minuteMs);
      const { cookies } = await getUser();
      const [session, hint] = cookies;
      expect(cookies.map(({ name, maxAge }) => [name, maxAge])).toEqual([
        ['session', 2_592_000],
        ['signed_in', 2_592_000],
      ]);
      expect(donor.cookie).toContain(`session=${session?.value}`);
      expect(hint?.value).toMatch(/^donor\.[\w-]{8}$/);
    });

    test('a logout that extends the session still clears the cookies', async () => {
      app.clock.advance(5 * minuteMs);
      const { cookies } = await logOut({ cookie: donor.cookie });
      expect(cookies.map(({ name, value }) => [name, value])).toEqual([
        ['session', ''],
        ['signed_in', ''],
      ]);
    });

    test('an expired session is removed when its user signs in again', async () => {
      app.clock.advance(31 * dayMs);
      const { username } = donor.user;
      await postText(app, '/api/login', JSON.stringify({ username, password: donorPassword }));
      expect((await rows()).map((row) => row.created_at)).toEqual([app.clock.now().toISOString()]);
    });

    test('stores the device, cut to its maximum length', async () => {
      const { username } = donor.user;
      const body = JSON.stringify({ username, password: donorPassword });
      await postText(app, '/api/login', body, { 'user-agent': 'x'.repeat(5000) });
      expect((await rows()).map((row) => row.device)).toContain('x'.repeat(300));
    });

    test('a logout ends the session on the server and clears both cookies', async () => {
      const response = await logOut({ cookie: donor.cookie });
      expect({ status: response.statusCode, body: response.json<unknown>() }).toEqual({ status: 200, body: {} });
      expect(response.cookies.map(({ name, value, path }) => ({ name, value, path }))).toEqual([
        { name: 'session', value: '', path: '/' },
        { name: 'signed_in', value: '', path: '/' },
      ]);
      expect(response.cookies.map(({ expires }) => expires?.getTime())).toEqual([0, 0]);
      expect(await rows()).toEqual([]);
      expect(await statusFor(donor.cookie)).toBe(401);
    });

    test('a session on another device survives a logout', async () => {
      const { username } = donor.user;
      const phone = cookieOf(await postText(app, '/api/login', JSON.stringify({ username, password: donorPassword })));
      await logOut({ cookie: donor.cookie });
      expect([await statusFor(donor.cookie), await statusFor(phone)]).toEqual([401, 200]);
    });

    test.each([
      ['without a session', {}],
      ['with an unknown session', { cookie: `session=${'A'.repeat(43)}` }],
      ['with a malformed session cookie', { cookie: 'session=nonsense' }],
      ['with a content type and no body', { 'content-type': 'application/json' }],
    ])('a logout works %s', async (_how, headers) => {
      expect((await logOut(headers)).statusCode).toBe(200);
    });

    test('a page of another site cannot end the session', async () => {
      const response = await logOut({ cookie: donor.cookie, origin: 'https://evil.example' });
      expect(response.statusCode).toBe(403);
      expect(await statusFor(donor.cookie)).toBe(200);
    });
  });

  test.each([
    [
      'http',
      {},
      ['session', 'Path=/; HttpOnly; SameSite=Lax'],
      ['signed_in', 'Path=/; SameSite=Lax'],
      ['known_device', 'Path=/; HttpOnly; SameSite=Strict'],
    ],
    [
      'https',
      { PUBLIC_URL: 'https://give.example' },
      ['__Host-session', 'Path=/; HttpOnly; Secure; SameSite=Lax'],
      ['signed_in', 'Path=/; Secure; SameSite=Lax'],
      ['__Host-known_device', 'Path=/; HttpOnly; Secure; SameSite=Strict'],
    ],
  ])('over %s the cookies have exactly these attributes', async (_scheme, environment, session, hint, device) => {
    const app = await startApp(engine, { cards: stubCards(), environment });
    const response = await app.server.inject({
      method: 'POST',
      url: '/api/register',
      payload: registration(),
      headers: { origin: app.deps.config.publicUrl },
    });
    expect([response.headers['set-cookie']].flat().map(sortAttributes)).toEqual([
      sortAttributes(`${session[0]}=TOKEN; ${thirtyDays}; ${session[1]}`),
      sortAttributes(`${hint[0]}=donor.TAG; ${thirtyDays}; ${hint[1]}`),
      sortAttributes(`${device[0]}=TOKEN; Max-Age=31536000; ${device[1]}`),
    ]);
    const url = '/api/user';
    expect((await app.server.inject({ url, headers: { cookie: cookieOf(response) } })).statusCode).toBe(200);
    const otherName = cookieOf(response).replace(/^(__Host-)?session/, (name) =>
      name === 'session' ? '__Host-session' : 'session',
    );
    expect((await app.server.inject({ url, headers: { cookie: otherName } })).statusCode).toBe(401);
    await app.close();
  });

  test('the hint cookie distinguishes users and identifies the administrator', async () => {
    const app = await startApp(engine, { cards: stubCards() });
    const person = registration();
    const first = hintIn(await register(app, person));
    const other = hintIn(await register(app, registration()));
    const again = await postText(
      app,
      '/api/login',
      JSON.stringify({ username: person.username, password: donorPassword }),
    );
    expect([first, other]).toEqual([
      expect.stringMatching(/^donor\.[\w-]{8}$/),
      expect.stringMatching(/^donor\.[\w-]{8}$/),
    ]);
    expect(hintIn(again)).toBe(first);
    expect(other).not.toBe(first);
    expect(await signInAdmin(app)).toMatch(/signed_in=admin\.[\w-]{8};/);
    await app.close();
  });

  test('no two tokens are the same', async () => {
    const app = await startApp(engine, { cards: stubCards() });
    const [first, second] = [await register(app, registration()), await register(app, registration())];
    expect(cookieOf(first)).not.toBe(cookieOf(second));
    await app.close();
  });
});

const hintIn = (response: { cookies: { name: string; value: string }[] }): string | undefined =>
  response.cookies.find(({ name }) => name === 'signed_in')?.value;

const sortAttributes = (header: string | undefined): string[] =>
  (header ?? '')
    .replace(/(session|known_device)=[\w-]{43}/, '$1=TOKEN')
    .replace(/\.[\w-]{8};/, '.TAG;')
    .split('; ')
    .toSorted();
