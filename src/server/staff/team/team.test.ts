import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TeamResponse } from '#contract/admin/team.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { donorPassword, signInAdmin, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { setRole, signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const lastOwner = {
  status: 409,
  body: refusal('last_owner', 'The team needs an Owner. Please make someone else an Owner first.'),
};
const unknown = { status: 404, body: refusal('not_found', 'This person is not on the team.') };
const noPermission = { status: 403, body: refusal('forbidden', 'You do not have permission to do this.') };
const done = { status: 200, body: {} };

forEachDatabase((engine) => {
  describe('the team', () => {
    let app: TestApp;
    let olga: SignedIn;
    let sam: SignedIn;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      olga = await signInStaff(app, 'owner', { username: 'olga' });
      sam = await signInStaff(app, 'support', { username: 'sam' });
    });
    afterEach(() => app.close());

    const post = async ({ cookie }: SignedIn, path: string, body: object = {}) =>
      statusAndBody(
        await call(app, {
          method: 'POST',
          url: `/api/admin/team/${path}`,
          cookie,
          body: { reason: 'New work', ...body },
        }),
      );
    const changeRole = (by: SignedIn, { user }: SignedIn, role: string) => post(by, `${user.id}/role`, { role });
    const end = (by: SignedIn, { user }: SignedIn) => post(by, `${user.id}/end`);
    const get = async ({ cookie }: SignedIn, path: string) =>
      statusAndBody(await call(app, { method: 'GET', url: `/api/admin/${path}`, cookie }));
    const roles = async () =>
      Object.fromEntries(
        (await app.deps.db.read.selectFrom('users').select(['username', 'role', 'staff_role']).execute()).map((row) => [
          row.username,
          [row.staff_role, row.role],
        ]),
      );

    test('is listed with roles, second factors and last sign-ins', async () => {
      await signInAdmin(app);
      const at = '2026-03-04T12:00:00.000Z';
      const { body } = await get(olga, 'team');
      const { staff, invitations } = body as TeamResponse;
      expect(invitations).toEqual([]);
      expect(staff).toEqual([
        expect.objectContaining({ username: 'admin', role: 'owner', hasSecondFactor: false, lastSignInAt: at }),
        {
          id: olga.user.id,
          username: 'olga',
          email: olga.user.email,
          role: 'owner',
          hasSecondFactor: true,
          lastSignInAt: at,
        },
        {
          id: sam.user.id,
          username: 'sam',
          email: sam.user.email,
          role: 'support',
          hasSecondFactor: true,
          lastSignInAt: at,
        },
      ]);
    });

    test('a changed role applies from the next call of every session', async () => {
      expect(await get(sam, 'messages')).toMatchObject({ status: 200 });
      expect(await changeRole(olga, sam, 'finance')).toEqual(done);
      expect(await get(sam, 'messages')).toEqual(noPermission);
      expect(await get(sam, 'payouts')).toMatchObject({ status: 200 });
      expect(await loggedActions(app)).toEqual([
        {
          action: 'role_changed',
          actor_name: 'olga',
          subject: `user ${sam.user.id}`,
          before: { username: 'sam', role: 'support' },
          after: { role: 'finance' },
          reason: 'New work',
        },
      ]);
    });

    test('a removed member loses all rights, but keeps the account', async () => {
      expect(await end(olga, sam)).toEqual(done);
      expect(await get(sam, 'me')).toEqual(noPermission);
      const account = await call(app, { method: 'GET', url: '/api/account', cookie: sam.cookie });
      expect(account.json()).toMatchObject({ username: 'sam', isStaff: false });
      expect(await end(olga, sam)).toEqual(unknown);
      expect(await changeRole(olga, sam, 'support')).toEqual(unknown);
    });

    test('only Owners have the role that earlier releases know as administrator', async () => {
      await changeRole(olga, sam, 'owner');
      await changeRole(sam, olga, 'auditor');
      expect(await roles()).toEqual({ olga: ['auditor', 'donor'], sam: ['owner', 'admin'] });
      await end(sam, olga);
      expect(await roles()).toEqual({ olga: [null, 'donor'], sam: ['owner', 'admin'] });
    });

    test('is never without an Owner', async () => {
      expect(await changeRole(olga, olga, 'finance')).toEqual(lastOwner);
      expect(await end(olga, olga)).toEqual(lastOwner);
      const deletion = { method: 'POST', url: '/api/account/deletion', cookie: olga.cookie } as const;
      expect(statusAndBody(await call(app, { ...deletion, body: { password: donorPassword } }))).toEqual(lastOwner);
      expect(await changeRole(olga, olga, 'owner')).toEqual(done); // nothing changes
      expect(await loggedActions(app)).toEqual([]);
      await changeRole(olga, sam, 'owner');
      expect(await end(olga, olga)).toEqual(done);
      expect(await end(sam, sam)).toEqual(lastOwner);
    });

    test('keeps the name of a member who deleted their account only in the audit log', async () => {
      await changeRole(olga, sam, 'finance');
      const url = '/api/account/deletion';
      const response = await call(app, { method: 'POST', url, cookie: sam.cookie, body: { password: donorPassword } });
      expect(response.statusCode).toBe(200);
      expect(Object.keys(await roles())).toEqual(['olga']);
      const last = (await loggedActions(app)).find(({ action }) => action === 'staff_account_deleted');
      expect(last).toMatchObject({ actor_name: 'sam', before: { username: 'sam', role: 'finance' } });
    });

    test('can be changed only by an Owner, and only with a reason and a known role', async () => {
      for (const role of ['finance', 'support', 'content', 'auditor'] as const) {
        await setRole(app, sam, role);
        expect([await get(sam, 'team'), await end(sam, olga), await changeRole(sam, sam, 'owner')]).toEqual([
          noPermission,
          noPermission,
          noPermission,
        ]);
      }
      expect(await post(olga, `${sam.user.id}/end`, { reason: ' ' })).toMatchObject({ status: 400 });
      expect(await changeRole(olga, sam, 'admin')).toMatchObject({
        status: 400,
        body: { message: 'Please choose a role.' },
      });
    });
  });
});
