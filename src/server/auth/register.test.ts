import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { cookieOf, donorPassword, register, registration, signIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const usernameTaken = refusal('username_taken', 'This username is already taken');
const emailTaken = refusal('email_taken', 'This email address is already registered');
const usernameFormat = 'Username can have 3 to 40 letters, digits, dots, dashes and underscores';

forEachDatabase((engine) => {
  describe('POST /api/register', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards(), environment: { ADMIN_EMAIL: 'desk@kindbite.example' } });
      await signIn(app, { username: 'Taken', email: 'taken@example.org' });
    });
    afterAll(() => app.close());

    const refused = async (body: unknown) => {
      const response = await register(app, body);
      expect(response.cookies).toEqual([]);
      return { status: response.statusCode, body: response.json<unknown>() };
    };
    const rowOf = (username: string) =>
      app.deps.db.read.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst();

    test('creates an account, returns exactly its public fields and signs in', async () => {
      const response = await register(app, {
        username: ' Ana.Lucia ',
        password: donorPassword,
        email: ' Ana@Example.org ',
        firstName: ' Ana ',
        lastName: 'Lucía',
        country: 'MX',
        timeZone: 'America/Mexico_City',
        role: 'admin',
        staff_role: 'owner',
        staffRole: 'owner',
        isAdmin: true,
      });
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('no-store');
      const user = response.json<{ id: string }>();
      expect(user).toEqual({
        id: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
        username: 'Ana.Lucia',
        email: 'Ana@Example.org',
        firstName: 'Ana',
        lastName: 'Lucía',
        country: 'MX',
        isAdmin: false,
      });
      const userResponse = await app.server.inject({ url: '/api/user', headers: { cookie: cookieOf(response) } });
      expect(userResponse.json()).toEqual(user);
      expect(await rowOf('Ana.Lucia')).toMatchObject({
        username_key: 'ana.lucia',
        email_key: 'ana@example.org',
        time_zone: 'America/Mexico_City',
        role: 'donor',
        staff_role: null,
        created_at: '2026-03-04T12:00:00.000Z',
      });
    });

    test('stores a hash instead of the password', async () => {
      const { user } = await signIn(app);
      const row = await rowOf(user.username);
      expect(row?.password_hash).toMatch(/^\$argon2id\$/);
      expect(JSON.stringify(row)).not.toContain(donorPassword);
    });

    test('needs only a username, a password and an email address', async () => {
      const { username, password, email } = registration();
      const response = await register(app, { username, password, email });
      expect(response.json()).toMatchObject({ firstName: null, lastName: null, country: 'US' });
      expect((await rowOf(username))?.time_zone).toBe('UTC');
    });

    test('treats empty names as absent', async () => {
      const { user } = await signIn(app, { firstName: '', lastName: '  ' });
      expect(user).toMatchObject({ firstName: null, lastName: null });
    });

    test.each(['OTHER', 'CN', 'AE'])('accepts the country %s', async (country) => {
      expect((await signIn(app, { country: country as 'OTHER' })).user.country).toBe(country);
    });

    test.each(['Mars/Olympus', '', '../etc'])('treats the time zone %j as absent', async (timeZone) => {
      const { user } = await signIn(app, { timeZone });
      expect((await rowOf(user.username))?.time_zone).toBe('UTC');
    });

    test.each(['Ωμέγα-3', '李小龙', 'Łukasz_99', 'o.k', 'x'.repeat(40)])(
      'accepts the username %s',
      async (username) => {
        expect((await signIn(app, { username })).user.username).toBe(username);
      },
    );

    test.each([
      'Taken',
      'taken',
      'TAKEN',
      ' taken ',
      '\uff34\uff41\uff4b\uff45\uff4e', // full-width
      '\u{1d4e3}aken', // mathematical script
      'ta\u212aen', // the Kelvin sign
    ])('refuses the username %j, which is taken', async (username) => {
      expect(await refused(registration({ username }))).toEqual({ status: 400, body: usernameTaken });
    });

    test.each(['taken@example.org', 'TAKEN@example.org', ' Taken@Example.Org '])(
      'refuses the email address %j, which is taken',
      async (email) => {
        expect(await refused(registration({ email }))).toEqual({ status: 400, body: emailTaken });
      },
    );

    test('reports the username when both are taken', async () => {
      expect(await refused(registration({ username: 'TAKEN', email: 'taken@example.org' }))).toEqual({
        status: 400,
        body: usernameTaken,
      });
    });

    test.each(['admin', 'Admin', ' ADMIN ', '\uff41\uff44\uff4d\uff49\uff4e'])(
      "refuses %j as if it were taken, because it is the administrator's",
      async (username) => {
        expect(await refused(registration({ username }))).toEqual({ status: 400, body: usernameTaken });
      },
    );

    test.each(['desk@kindbite.example', 'DESK@Kindbite.Example'])(
      "refuses %s as if it were taken, because it is the administrator's",
      async (email) => {
        expect(await refused(registration({ email }))).toEqual({ status: 400, body: emailTaken });
      },
    );

    test("reports a taken username before the administrator's address", async () => {
      const body = registration({ username: 'taken', email: 'desk@kindbite.example' });
      expect(await refused(body)).toEqual({ status: 400, body: usernameTaken });
    });

    test.each<[Record<string, unknown>, string]>([
      [{ username: 'ab' }, 'Username must be at least 3 characters'],
      [{ username: '  a ' }, 'Username must be at least 3 characters'],
      [{ username: undefined }, 'Username must be at least 3 characters'],
      [{ username: 7 }, 'Username must be at least 3 characters'],
      [{ username: 'a b c' }, usernameFormat],
      [{ username: 'me@home' }, usernameFormat],
      [{ username: '<script>' }, usernameFormat],
      [{ username: 'x'.repeat(41) }, usernameFormat],
      [{ username: 'abc\u202edef' }, usernameFormat],
      [{ password: '12345' }, 'Password must be at least 6 characters'],
      [{ password: undefined }, 'Password must be at least 6 characters'],
      [{ password: ['secret7'] }, 'Password must be at least 6 characters'],
      [{ password: 'x'.repeat(201) }, 'Password can have at most 200 characters'],
      [{ email: 'nobody' }, 'Please enter a valid email address'],
      [{ email: 'a@b' }, 'Please enter a valid email address'],
      [{ email: '' }, 'Please enter a valid email address'],
      [{ email: undefined }, 'Please enter a valid email address'],
      [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'Please enter a valid email address'],
      [{ country: '' }, 'Please select a country'],
      [{ country: 'none' }, 'Please select a country'],
      [{ country: 'XX' }, 'Please select a country'],
      [{ country: null }, 'Please select a country'],
      [{ firstName: 'x'.repeat(101) }, 'Names can have at most 100 characters'],
      [{ username: 'ab', password: '1', email: '', country: '' }, 'Username must be at least 3 characters'],
      [{ password: '1', email: '', country: '' }, 'Password must be at least 6 characters'],
      [{ email: '', country: '' }, 'Please enter a valid email address'],
    ])('refuses %j with the message for its first invalid field', async (changes, sentence) => {
      expect(await refused({ ...registration(), ...changes })).toEqual({
        status: 400,
        body: refusal('invalid_request', sentence),
      });
    });

    test('ends the session of the user who was signed in on this device', async () => {
      const before = await signIn(app);
      const response = await app.server.inject({
        method: 'POST',
        url: '/api/register',
        payload: registration(),
        headers: { origin: 'http://localhost:3000', cookie: before.cookie },
      });
      expect(response.statusCode).toBe(200);
      const userResponse = await app.server.inject({ url: '/api/user', headers: { cookie: before.cookie } });
      expect(userResponse.statusCode).toBe(401);
    });
  });
});
