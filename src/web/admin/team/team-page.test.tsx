// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TeamResponse } from '#contract/admin/team.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, mutatingCalls, refusalResponse, type StubCall } from '#test/support/web/stub-server.ts';
import TeamPage from './team-page.tsx';

const team: TeamResponse = {
  staff: [
    {
      id: 'usr_1',
      username: 'olga',
      email: 'olga@example.org',
      role: 'owner',
      hasSecondFactor: true,
      lastSignInAt: '2026-11-21T12:00:00.000Z',
    },
    {
      id: 'usr_2',
      username: 'sam',
      email: 'sam@example.org',
      role: 'support',
      hasSecondFactor: false,
      lastSignInAt: null,
    },
  ],
  invitations: [
    {
      id: 'inv_1',
      email: 'rosa@example.org',
      role: 'auditor',
      invitedAt: '2026-11-21T12:00:00.000Z',
      expiresAt: '2026-11-24T12:00:00.000Z',
    },
  ],
};

const open = (
  responses: Parameters<typeof openLink>[2] = {},
  role: Parameters<typeof staffOf>[0] = 'owner',
): readonly StubCall[] => {
  setHint('admin.Ab3dEf6h');
  return openLink('/admin/team', <TeamPage />, {
    'GET /api/user': jsonResponse(ada),
    'GET /api/admin/me': jsonResponse(staffOf(role)),
    'GET /api/admin/team': jsonResponse(team),
    ...responses,
  });
};

const rowOf = async (name: RegExp): Promise<HTMLElement> => screen.findByRole('row', { name });
const pressIn = async (row: HTMLElement, name: string): Promise<void> =>
  userEvent.click(within(row).getByRole('button', { name }));
const submit = async (name: string, reason = 'New work'): Promise<void> => {
  await userEvent.type(screen.getByLabelText('Reason'), reason);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
};

beforeEach(forgetVisitor);

describe('the team page', () => {
  test('shows roles, two-step sign-in and the last sign-in, and the open invitations', async () => {
    open();
    expect((await rowOf(/^olga/)).textContent).toMatch(/^olga olga@example\.orgOwnerOnNov 21, 2026/);
    expect((await rowOf(/^sam/)).textContent).toMatch(/^sam sam@example\.orgSupportOff–/);
    expect((await rowOf(/^rosa/)).textContent).toMatch(/^rosa@example\.orgAuditorNov 24, 2026/);
  });

  test('sends an invitation', async () => {
    const calls = open({ 'POST /api/admin/team/invitations': jsonResponse({}) });
    await userEvent.click(await screen.findByRole('button', { name: 'Invite someone…' }));
    await userEvent.type(screen.getByLabelText('Email address'), 'new@example.org');
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Finance');
    await submit('Send the invitation');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(mutatingCalls(calls)).toEqual([
      {
        call: 'POST /api/admin/team/invitations',
        body: { email: 'new@example.org', role: 'finance', reason: 'New work' },
      },
    ]);
  });

  test('changes a role, and reloads the team', async () => {
    const calls = open({ 'POST /api/admin/team/usr_2/role': jsonResponse({}) });
    await pressIn(await rowOf(/^sam/), 'Change role…');
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Auditor');
    await submit('Change the role');
    await waitFor(() => expect(calls.filter(({ call }) => call === 'GET /api/admin/team')).toHaveLength(2));
    expect(mutatingCalls(calls)).toEqual([
      { call: 'POST /api/admin/team/usr_2/role', body: { role: 'auditor', reason: 'New work' } },
    ]);
  });

  test('removes someone from the team, and shows why the server refuses a removal', async () => {
    const refusal = Promise.withResolvers<Response>();
    open({ 'POST /api/admin/team/usr_1/end': () => refusal.promise });
    await pressIn(await rowOf(/^olga/), 'Remove from the team…');
    expect(screen.getByRole('alertdialog').textContent).toContain('olga loses every right at once');
    await submit('Remove from the team');
    expect(screen.getByRole('button', { name: 'Removing…' })).toBeDefined();
    refusal.resolve(refusalResponse(409, 'The team needs an Owner.', 'last_owner')());
    expect(await screen.findByText('The team needs an Owner.')).toBeDefined();
  });

  test('withdraws an invitation', async () => {
    const calls = open({ 'POST /api/admin/team/invitations/inv_1/withdraw': jsonResponse({}) });
    await pressIn(await rowOf(/^rosa/), 'Withdraw…');
    await submit('Withdraw', 'Sent by mistake');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(mutatingCalls(calls)).toEqual([
      { call: 'POST /api/admin/team/invitations/inv_1/withdraw', body: { reason: 'Sent by mistake' } },
    ]);
  });

  test('is closed to everyone but Owners', async () => {
    const calls = open({}, 'finance');
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeDefined();
    expect(calls.some(({ call }) => call === 'GET /api/admin/team')).toBe(false);
  });
});
