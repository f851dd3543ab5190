import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { invitationToken, insertFactor, signInStaff } from '#test/support/accounts/staff.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import type { TestApp } from '#test/support/app/start-app.ts';

const renderMail = builtMails();
const email = 'rosa@example.org';
const linkInvalid = refusal(
  'link_invalid',
  'This invitation has expired or has already been used. Please ask for a new one.',
);
const dayMs = 24 * 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('an invitation to the team', () => {
    let mailed: MailedApp;
    let app: TestApp;
    let olga: SignedIn;
    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail);
      app = mailed.app;
      olga = await signInStaff(app, 'owner', { username: 'olga' });
    });
    afterEach(() => mailed.close());

    const post = async ({ cookie }: Pick<SignedIn, 'cookie'>, url: string, body: object) =>
      statusAndBody(await call(app, { method: 'POST', url, cookie, body }));
    const inviteRosa = (by = olga, changes: object = {}) =>
      post(by, '/api/admin/team/invitations', { email, role: 'support', reason: 'Helps with messages', ...changes });
    const join = (as: Pick<SignedIn, 'cookie'>, token: string) => post(as, '/api/team-invitation', { token });
    const statusOf = async ({ cookie }: SignedIn, url = '/api/admin/messages') =>
      (await call(app, { method: 'GET', url, cookie })).statusCode;

    test('is mailed with a link for joining; the admin area opens after a second factor is turned on', async () => {
      expect(await inviteRosa()).toEqual({ status: 200, body: {} });
      const [mail] = await mailed.deliverMails();
      expect(mail?.to).toEqual([email]);
      expect(mail?.headers.get('subject')).toBe('You are invited to the Kindbite team');
      expect(mail?.part('text/plain')).toMatch(/olga has invited you to the team as Support/);
      const token = /\/team-invitation#([\w-]{43})/.exec(mail?.part('text/plain') ?? '')?.[1] ?? '';
      const rosa = await signIn(app, { email, username: 'rosa' });
      const response = await call(app, {
        method: 'POST',
        url: '/api/team-invitation',
        cookie: rosa.cookie,
        body: { token },
      });
      expect(response.json()).toEqual({ role: 'support' });
      expect(response.cookies.map(({ name, value }) => [name, value.split('.')[0]])).toEqual([['signed_in', 'admin']]);
      expect(await statusOf(rosa)).toBe(403);
      await insertFactor(app, rosa);
      expect(await statusOf(rosa)).toBe(200);
      const account = await call(app, { method: 'GET', url: '/api/account', cookie: rosa.cookie });
      expect(account.json()).toMatchObject({ isEmailConfirmed: true, isStaff: true });
      expect(
        (await loggedActions(app)).map(({ action, actor_name: actor }) => `${actor}: ${action}`).toSorted(),
      ).toEqual(['olga: staff_invited', 'rosa: staff_joined']);
      expect(JSON.stringify(await loggedActions(app))).not.toContain(email);
    });

    test('works once, for three days, and only for an account with its address', async () => {
      await inviteRosa();
      const token = await invitationToken(app, email);
      const wrong =
        'This invitation is for a different email address. Please sign in with the address that it was sent to.';
      expect(await join(await signIn(app), token)).toEqual({ status: 403, body: refusal('forbidden', wrong) });
      expect(await join({ cookie: '' }, token)).toMatchObject({ status: 401 });
      const rosa = await signIn(app, { email: 'Rosa@Example.org' });
      expect(await join(rosa, token)).toEqual({ status: 200, body: { role: 'support' } });
      expect(await join(rosa, token)).toEqual({ status: 400, body: linkInvalid });
      expect(await inviteRosa()).toMatchObject({ status: 409, body: { code: 'already_staff' } });
      await inviteRosa(olga, { email: 'late@example.org' });
      const late = await invitationToken(app, 'late@example.org');
      const person = await signIn(app, { email: 'late@example.org' });
      app.clock.advance(3 * dayMs);
      expect(await join(person, late)).toEqual({ status: 400, body: linkInvalid });
    });

    test.each(['', 'short', 'A'.repeat(43)])('with the unknown token %j is refused', async (token) => {
      expect(await join(await signIn(app), token)).toEqual({ status: 400, body: linkInvalid });
    });

    test('is replaced by a later one to the same address', async () => {
      await inviteRosa();
      const first = await invitationToken(app, email);
      await inviteRosa(olga, { email: 'ROSA@example.org', role: 'auditor' });
      const rosa = await signIn(app, { email });
      expect(await join(rosa, first)).toEqual({ status: 400, body: linkInvalid });
      expect(await join(rosa, await invitationToken(app, 'ROSA@example.org'))).toEqual({
        status: 200,
        body: { role: 'auditor' },
      });
    });

    test('can be withdrawn once, and is then neither listed nor mailed', async () => {
      await inviteRosa();
      const token = await invitationToken(app, email);
      const list = async () =>
        (await call(app, { method: 'GET', url: '/api/admin/team', cookie: olga.cookie })).json<{
          invitations: { id: string }[];
        }>().invitations;
      const [invitation] = await list();
      expect(invitation).toMatchObject({ email, role: 'support' });
      const url = `/api/admin/team/invitations/${invitation?.id}/withdraw`;
      expect(await post(olga, url, { reason: 'Sent by mistake' })).toEqual({ status: 200, body: {} });
      expect(await post(olga, url, { reason: 'Sent by mistake' })).toMatchObject({ status: 404 });
      expect(await list()).toEqual([]);
      expect(await mailed.deliverMails()).toEqual([]);
      expect(await join(await signIn(app, { email }), token)).toEqual({ status: 400, body: linkInvalid });
    });

    test.each([
      ['removed from the team', (id: string) => `/api/admin/team/${id}/end`, {}],
      ['made Finance', (id: string) => `/api/admin/team/${id}/role`, { role: 'finance' }],
    ])('stops working when the Owner who sent it is %s', async (_what, urlOf, body) => {
      const otto = await signInStaff(app, 'owner', { username: 'otto' });
      await inviteRosa(otto, { role: 'owner' });
      await inviteRosa(olga, { email: 'uma@example.org' });
      const token = await invitationToken(app, email);
      const reason = 'Not on the team anymore';
      expect(await post(olga, urlOf(otto.user.id), { reason, ...body })).toMatchObject({ status: 200 });
      expect(await join(await signIn(app, { email }), token)).toEqual({ status: 400, body: linkInvalid });
      const uma = await signIn(app, { email: 'uma@example.org' });
      expect(await join(uma, await invitationToken(app, 'uma@example.org'))).toMatchObject({ status: 200 });
      expect((await loggedActions(app)).filter(({ action }) => action === 'invitation_withdrawn')).toMatchObject([
        { actor_name: 'olga', reason },
      ]);
    });

    test('stops working when the Owner who sent it deletes their account', async () => {
      const otto = await signInStaff(app, 'owner', { username: 'otto' });
      await inviteRosa(otto);
      const token = await invitationToken(app, email);
      const deletion = await post(otto, '/api/account/deletion', { password: donorPassword });
      expect(deletion).toMatchObject({ status: 200 });
      expect(await join(await signIn(app, { email }), token)).toEqual({ status: 400, body: linkInvalid });
    });

    test('can be sent only by staff who manage the team, and needs a reason, an address and a role', async () => {
      const sam = await signInStaff(app, 'finance');
      expect(await inviteRosa(sam)).toMatchObject({ status: 403 });
      for (const changes of [{ reason: '' }, { email: 'rosa' }, { role: 'admin' }, { role: undefined }])
        expect(await inviteRosa(olga, changes)).toMatchObject({ status: 400 });
      expect(await loggedActions(app)).toEqual([]);
    });
  });
});
