import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rightsOf, staffRoles } from '#domain/staff/rights.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';
import { insertFactor, setRole, signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const noPermission = refusal('forbidden', 'You do not have permission to do this.');
const noFactor = refusal('second_factor_missing', 'Please turn on two-step sign-in on your account page first.');

forEachDatabase((engine) => {
  describe('a member of the team', () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterAll(() => app.close());

    const get = async (cookie: string, url = '/api/admin/me') =>
      statusAndBody(await call(app, { method: 'GET', url, cookie }));

    test.each(staffRoles)(
      'sees the role %s and its rights, and isAdmin says whether they may read messages',
      async (role) => {
        const { cookie, user } = await signInStaff(app, role);
        const { id, username } = user;
        expect(await get(cookie)).toEqual({ status: 200, body: { id, username, role, rights: rightsOf[role] } });
        const isAdmin = ['owner', 'support', 'auditor'].includes(role);
        expect(await get(cookie, '/api/user')).toMatchObject({ body: { isAdmin } });
        expect(await get(cookie, '/api/account')).toMatchObject({
          body: { isAdmin, isStaff: true, isFirstAdministrator: false },
        });
        expect(await get(cookie, '/api/admin/messages')).toMatchObject({ status: isAdmin ? 200 : 403 });
      },
    );

    test('the first administrator is an Owner, and needs a second factor only if it is required', async () => {
      const cookie = await signInAdmin(app);
      expect(await get(cookie)).toMatchObject({ status: 200, body: { username: 'admin', role: 'owner' } });
      expect(await get(cookie, '/api/account')).toMatchObject({
        body: { isAdmin: true, isStaff: true, isFirstAdministrator: true },
      });
    });

    test('can do nothing until their second factor is on', async () => {
      const member = await signIn(app);
      await setRole(app, member, 'owner');
      expect(await get(member.cookie)).toEqual({ status: 403, body: noFactor });
      expect(await get(member.cookie, '/api/admin/messages')).toEqual({ status: 403, body: noFactor });
      expect(await get(member.cookie, '/api/donations')).toMatchObject({ status: 200 });
      await insertFactor(app, member);
      expect(await get(member.cookie)).toMatchObject({ status: 200 });
    });

    test('loses every right with the role, in the same session', async () => {
      const member = await signInStaff(app, 'support');
      await setRole(app, member, 'finance');
      expect(await get(member.cookie, '/api/admin/messages')).toEqual({ status: 403, body: noPermission });
      await setRole(app, member, null);
      expect(await get(member.cookie)).toEqual({ status: 403, body: noPermission });
      expect(await get(member.cookie, '/api/user')).toMatchObject({ status: 200, body: { isAdmin: false } });
    });

    test('gets a hint cookie for the new role with the next response, unless the caller had no such cookie', async () => {
      const member = await signInStaff(app, 'content');
      const hintAfter = async (
        role: Parameters<typeof setRole>[2],
        cookie = member.cookie,
      ): Promise<string | undefined> => {
        await setRole(app, member, role);
        const { cookies } = await call(app, { method: 'GET', url: '/api/user', cookie });
        return cookies.find(({ name }) => name === 'signed_in')?.value.split('.')[0];
      };
      const session = member.cookie.split('; ').find((part) => part.startsWith('session='));
      expect([await hintAfter('content'), await hintAfter('support'), await hintAfter(null)]).toEqual([
        'staff',
        'admin',
        undefined, // the browser of this test still has the cookie from before the member joined
      ]);
      expect(await hintAfter('support', session)).toBeUndefined();
    });
  });
});
