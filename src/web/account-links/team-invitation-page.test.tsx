// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor, press } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { jsonResponse, mutatingCalls, refusalResponse } from '#test/support/web/stub-server.ts';
import TeamInvitationPage from './team-invitation-page.tsx';

const joinCall = 'POST /api/team-invitation';
const open = (responses = {}, at = '/team-invitation#a-token') =>
  openLink(at, <TeamInvitationPage />, { 'GET /api/user': jsonResponse(ada), ...responses });

beforeEach(forgetVisitor);

test('a visitor signs in first', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
});

test('the button joins the team, and the page leads to two-step sign-in', async () => {
  setHint();
  const calls = open({ [joinCall]: jsonResponse({ role: 'support' }) });
  expect(await screen.findByText('ada@example.org')).toBeDefined();
  await press('Join the team');
  expect(await screen.findByText(/^Welcome to the team\. Your role is Support\./)).toBeDefined();
  const link = screen.getByRole('link', { name: 'Turn on two-step sign-in' });
  expect(link.getAttribute('href')).toBe('/account#second-factor');
  expect(mutatingCalls(calls)).toEqual([{ call: joinCall, body: { token: 'a-token' } }]);
});

test.each([
  ['link_invalid', 400, false],
  ['already_staff', 409, false],
  ['forbidden', 403, true],
])(
  'a refusal with %s is shown, and the button stays only if another account could accept the invitation',
  async (code, status, isKept) => {
    setHint();
    open({ [joinCall]: refusalResponse(status, 'Why it was refused.', code) });
    await screen.findByRole('button', { name: 'Join the team' });
    await press('Join the team');
    expect(await screen.findByText('Why it was refused.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Join the team' }) !== null).toBe(isKept);
  },
);

test('an address without a token says that the invitation is invalid', () => {
  open({}, '/team-invitation');
  expect(screen.getByText(/^This invitation has expired/)).toBeDefined();
});
