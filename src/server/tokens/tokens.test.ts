import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiToken } from '#contract/admin/tokens.ts';
import { endpoints } from '#contract/endpoints.ts';
import { staffRoles } from '#domain/staff/rights.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { setRole, signInStaff } from '#test/support/accounts/staff.ts';
import { callWithToken, makeToken, tokenBody } from '#test/support/accounts/tokens.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

const invalid = {
  status: 401,
  body: refusal('token_invalid', 'This token is not valid. It may be mistyped, expired or revoked.'),
};
const notAllowed = {
  status: 403,
  body: refusal('token_not_allowed', 'A token cannot do this. Please use the admin area.'),
};

forEachDatabase((engine) => {
  describe('an API token', () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startApp(engine);
    });
    afterAll(() => app.close());

    const me = (token: string) => callWithToken(app, token, { method: 'GET', url: '/api/admin/me' });
    const revoke = (member: SignedIn, id: string) =>
      call(app, {
        method: 'POST',
        url: `/api/admin/tokens/${id}/revoke`,
        cookie: member.cookie,
        body: { reason: 'Not needed' },
      });
    const tokensOf = async ({ cookie }: SignedIn): Promise<ApiToken[]> =>
      (await call(app, { method: 'GET', url: '/api/admin/tokens', cookie })).json();
    const entriesAbout = (id: string) =>
      app.deps.db.read
        .selectFrom('audit_log')
        .select(['action', 'actor_name', 'actor_role', 'actor_token', 'before', 'after', 'reason'])
        .where('subject_id', '=', id)
        .orderBy('recorded_at')
        .orderBy('action')
        .execute();

    test.each(staffRoles)('has the rights of its owner, here %s', async (role) => {
      const member = await signInStaff(app, role);
      const { token } = await makeToken(app, member);
      expect((await me(token)).json()).toMatchObject({ id: member.user.id, role });
    });

    test('is stored as a hash, and listed without the token', async () => {
      const member = await signInStaff(app, 'support');
      const { id, token } = await makeToken(app, member);
      const row = await app.deps.db.read
        .selectFrom('api_tokens')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toContain(token.slice(3, 40));
      expect(await tokensOf(member)).toEqual([
        {
          id,
          name: 'Nightly export',
          username: member.user.username,
          isOwn: true,
          createdAt: row.created_at,
          expiresAt: row.expires_at,
          lastUsedAt: null,
          isValid: true,
        },
      ]);
      expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(30 * 24 * 60 * 60 * 1000);
    });

    test('shows when it was last used', async () => {
      const member = await signInStaff(app, 'support');
      const { token } = await makeToken(app, member);
      await me(token);
      expect((await tokensOf(member))[0]?.lastUsedAt).not.toBeNull();
    });

    test('is made only with the right password, for one of the offered lifetimes', async () => {
      const member = await signInStaff(app, 'support');
      const { cookie } = member;
      const make = (changes: object) =>
        call(app, {
          method: 'POST',
          url: '/api/admin/tokens',
          cookie,
          body: { ...tokenBody(app, member), ...changes },
        });
      expect((await make({ password: 'wrong password' })).json()).toMatchObject({ code: 'password_wrong' });
      expect((await make({ days: '366' })).statusCode).toBe(400);
      expect((await make({ name: ' ' })).statusCode).toBe(400);
      expect((await make({ reason: '' })).statusCode).toBe(400);
      expect(await tokensOf(member)).toEqual([]);
    });

    test('is one of at most 20 of its owner', async () => {
      const member = await signInStaff(app, 'content');
      for (let made = 0; made < 20; made += 1) await makeToken(app, member);
      const { cookie } = member;
      const more = await call(app, {
        method: 'POST',
        url: '/api/admin/tokens',
        cookie,
        body: tokenBody(app, member),
      });
      expect([more.statusCode, more.json<{ code: string }>().code]).toEqual([409, 'too_many_tokens']);
      expect(await tokensOf(member)).toHaveLength(20);
    });

    test('stops working when it expires', async () => {
      const member = await signInStaff(app, 'support');
      const { id, token } = await makeToken(app, member);
      const now = app.deps.clock.now().toISOString();
      await app.deps.db.write.updateTable('api_tokens').set({ expires_at: now }).where('id', '=', id).execute();
      expect(statusAndBody(await me(token))).toEqual(invalid);
      expect(await tokensOf(member)).toMatchObject([{ id, isValid: false }]);
    });

    test('stops working when it is revoked, and can be revoked once', async () => {
      const member = await signInStaff(app, 'support');
      const { id, token } = await makeToken(app, member);
      expect((await revoke(member, id)).statusCode).toBe(200);
      expect(statusAndBody(await me(token))).toEqual(invalid);
      expect((await revoke(member, id)).statusCode).toBe(404);
      expect((await entriesAbout(id)).map(({ action, reason }) => ({ action, reason }))).toEqual([
        { action: 'token_made', reason: 'For the data warehouse' },
        { action: 'token_revoked', reason: 'Not needed' },
      ]);
    });

    test('that is revoked while a request with it arrives changes nothing', async () => {
      const member = await signInStaff(app, 'support');
      const { id, token } = await makeToken(app, member);
      const { user } = await signIn(app);
      async function* revokeFirst(): AsyncGenerator<Buffer> {
        await revoke(member, id);
        yield Buffer.from('{"reason":"Asked by email"}');
      }
      const url = `/api/admin/donors/${user.id}/erasure`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const payload = Readable.from(revokeFirst());
      expect((await app.server.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(403);
      expect((await entriesAbout(id)).map(({ action }) => action)).toEqual(['token_made', 'token_revoked']);
      expect(await entriesAbout(user.id)).toEqual([]);
    });

    test('of someone else can be seen and revoked only by Owners', async () => {
      const member = await signInStaff(app, 'finance');
      const { id, token } = await makeToken(app, member);
      const colleague = await signInStaff(app, 'auditor');
      expect(await tokensOf(colleague)).toEqual([]);
      expect((await revoke(colleague, id)).statusCode).toBe(404);
      expect((await me(token)).statusCode).toBe(200);
      const owner = await signInStaff(app, 'owner');
      expect((await tokensOf(owner)).filter((each) => each.id === id)).toMatchObject([{ isOwn: false }]);
      expect((await revoke(owner, id)).statusCode).toBe(200);
      expect(statusAndBody(await me(token))).toEqual(invalid);
    });

    test('that is mistyped, empty or the token of a session is refused, even on open endpoints', async () => {
      const member = await signInStaff(app, 'owner');
      const { token } = await makeToken(app, member);
      const session = member.cookie.replace(/^.*session=([\w-]+).*$/, '$1');
      for (const wrong of [`${token}x`, token.toUpperCase(), '', 'kb_', session, "' or 1=1"]) {
        expect(statusAndBody(await me(wrong))).toEqual(invalid);
        for (const { path: url } of [
          endpoints.getOpenApi,
          endpoints.listSnacks,
          endpoints.listCharities,
          endpoints.listRates,
        ])
          expect(statusAndBody(await callWithToken(app, wrong, { method: 'GET', url }))).toEqual(invalid);
      }
    });

    test('makes the server ignore cookies', async () => {
      const owner = await signInStaff(app, 'owner');
      const { token } = await makeToken(app, await signInStaff(app, 'content'));
      const team = (bearer: string) =>
        callWithToken(app, bearer, { method: 'GET', url: '/api/admin/team', cookie: owner.cookie });
      expect((await team(token)).statusCode).toBe(403);
      expect(statusAndBody(await team('nonsense'))).toEqual(invalid);
    });

    test('loses its rights with the role of its owner, and gets none back', async () => {
      const member = await signInStaff(app, 'finance');
      const { token } = await makeToken(app, member);
      const balances = () => callWithToken(app, token, { method: 'GET', url: '/api/admin/balances' });
      expect((await balances()).statusCode).toBe(200);
      await setRole(app, member, 'content');
      expect((await balances()).statusCode).toBe(403);
      const { cookie } = await signInStaff(app, 'owner');
      const end = `/api/admin/team/${member.user.id}/end`;
      expect((await call(app, { method: 'POST', url: end, cookie, body: { reason: 'Left' } })).statusCode).toBe(200);
      expect(statusAndBody(await balances())).toEqual(invalid);
      await setRole(app, member, 'finance');
      expect(statusAndBody(await balances())).toEqual(invalid);
    });

    test('needs the second factor of its owner, to be made and to be used', async () => {
      const member = await signIn(app);
      await setRole(app, member, 'support');
      const make = await call(app, {
        method: 'POST',
        url: '/api/admin/tokens',
        cookie: member.cookie,
        body: tokenBody(app, member),
      });
      expect(make.json()).toMatchObject({ code: 'second_factor_missing' });
      const other = await signInStaff(app, 'support');
      const { token } = await makeToken(app, other);
      await app.deps.db.write.deleteFrom('second_factors').where('user_id', '=', other.user.id).execute();
      expect((await me(token)).json()).toMatchObject({ code: 'second_factor_missing' });
    });

    test('stops working when its owner changes the password', async () => {
      const member = await signInStaff(app, 'support');
      const { id, token } = await makeToken(app, member);
      await call(app, {
        method: 'POST',
        url: '/api/account/password',
        cookie: member.cookie,
        body: { password: donorPassword, newPassword: 'battery staple' },
      });
      expect(statusAndBody(await me(token))).toEqual(invalid);
      expect(await tokensOf(member)).toMatchObject([{ id, isValid: false }]);
    });

    test('stops working when the account of its owner is deleted', async () => {
      const member = await signInStaff(app, 'support');
      const { id, token } = await makeToken(app, member);
      const deleted = await call(app, {
        method: 'POST',
        url: '/api/account/deletion',
        cookie: member.cookie,
        body: { password: donorPassword },
      });
      expect(deleted.statusCode).toBe(200);
      expect(statusAndBody(await me(token))).toEqual(invalid);
      expect(await app.deps.db.read.selectFrom('api_tokens').select('id').where('id', '=', id).execute()).toEqual([]);
    });

    test('is named in the audit log with each change that it makes', async () => {
      const member = await signInStaff(app, 'support');
      const { id, token } = await makeToken(app, member);
      const erased = await signIn(app);
      await callWithToken(app, token, { method: 'GET', url: '/api/admin/donors' });
      const erase = await callWithToken(app, token, {
        method: 'POST',
        url: `/api/admin/donors/${erased.user.id}/erasure`,
        body: { reason: 'Asked by email' },
      });
      expect(erase.statusCode).toBe(200);
      const actor = { actor_name: member.user.username, actor_role: 'support', actor_token: id };
      expect((await entriesAbout(id)).slice(1)).toEqual([
        {
          ...actor,
          action: 'token_used',
          before: null,
          after: JSON.stringify({ call: 'POST /api/admin/donors/:id/erasure' }),
          reason: null,
        },
      ]);
      expect(await entriesAbout(erased.user.id)).toMatchObject([{ ...actor, action: 'donor_erased' }]);
      const owner = await signInStaff(app, 'owner');
      const log = await call(app, {
        method: 'GET',
        url: `/api/admin/audit-log?subject=${erased.user.id}`,
        cookie: owner.cookie,
      });
      expect(log.json()).toMatchObject([{ actor: { name: member.user.username, token: id } }]);
    });

    test('cannot act as a donor, and cannot write to public endpoints', async () => {
      const { token } = await makeToken(app, await signInStaff(app, 'owner'));
      const donor = await callWithToken(app, token, { method: 'GET', url: '/api/user' });
      const subscribe = await callWithToken(app, token, {
        method: 'POST',
        url: '/api/subscribe',
        body: { email: 'a@example.org' },
      });
      expect(statusAndBody(donor)).toEqual(notAllowed);
      expect(statusAndBody(subscribe)).toEqual(notAllowed);
      expect((await callWithToken(app, token, { method: 'GET', url: '/api/openapi.json' })).statusCode).toBe(200);
    });

    test('does nothing for webhooks of providers, because they have no tokens', async () => {
      const webhook = await callWithToken(app, 'nonsense', { method: 'POST', url: '/api/webhooks/stripe', body: {} });
      expect(webhook.statusCode).toBe(400);
    });
  });
});
