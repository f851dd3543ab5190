// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiToken } from '#contract/admin/tokens.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, mutatingCalls, refusalResponse, type StubCall } from '#test/support/web/stub-server.ts';
import IntegrationsPage from './integrations-page.tsx';

const token: ApiToken = {
  id: 'tok_1',
  name: 'Nightly export',
  username: 'grace',
  isOwn: true,
  createdAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2027-02-19T12:00:00.000Z',
  lastUsedAt: null,
  isValid: true,
};

const open = (responses: Parameters<typeof openLink>[2] = {}): readonly StubCall[] => {
  setHint('admin.Ab3dEf6h');
  return openLink('/admin/integrations', <IntegrationsPage />, {
    'GET /api/user': jsonResponse(ada),
    'GET /api/admin/me': jsonResponse(staffOf('support')),
    'GET /api/admin/tokens': jsonResponse([
      token,
      { ...token, id: 'tok_2', name: 'Old script', username: 'sam', isOwn: false, isValid: false },
    ]),
    ...responses,
  });
};

async function fillIn(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Make a token…' }));
  await userEvent.type(screen.getByLabelText('Name'), 'Weekly report');
  await userEvent.selectOptions(screen.getByLabelText('Works for'), '30 days');
  await userEvent.type(screen.getByLabelText('Your password'), 'correct horse');
  await userEvent.type(screen.getByLabelText('Reason'), 'Asked by the board');
  await userEvent.click(screen.getByRole('button', { name: 'Make the token' }));
}

beforeEach(forgetVisitor);

describe('the tokens on the integrations page', () => {
  test('are listed with their owner, expiry and last use', async () => {
    open();
    const own = await screen.findByRole('row', { name: /^Nightly export/ });
    expect(own.textContent).toMatch(/^Nightly exportYouFeb 19, 2027.*Never/);
    expect(screen.getByRole('row', { name: /^Old script/ }).textContent).toMatch(/^Old scriptsamEndedNever/);
  });

  test('are shown once, when they are created', async () => {
    const calls = open({ 'POST /api/admin/tokens': jsonResponse({ id: 'tok_3', token: 'kb_secret' }) });
    await fillIn();
    expect(await screen.findByLabelText<HTMLInputElement>('API token')).toMatchObject({ value: 'kb_secret' });
    expect(mutatingCalls(calls)).toEqual([
      {
        call: 'POST /api/admin/tokens',
        body: { name: 'Weekly report', days: '30', password: 'correct horse', reason: 'Asked by the board' },
      },
    ]);
    expect([screen.queryByRole('dialog'), screen.queryByRole('button', { name: 'Make a token…' })]).toEqual([
      null,
      null,
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }));
    expect(screen.queryByLabelText('API token')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'API tokens' }));
  });

  test('are not created with a wrong password, which is explained', async () => {
    open({ 'POST /api/admin/tokens': refusalResponse(400, 'The password is not correct.', 'password_wrong') });
    await fillIn();
    expect(await screen.findByText('The password is not correct.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Your password'));
    expect(screen.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByLabelText('API token')).toBeNull();
  });

  test('are revoked with a reason', async () => {
    const calls = open({ 'POST /api/admin/tokens/tok_1/revoke': jsonResponse({}) });
    const row = await screen.findByRole('row', { name: /^Nightly export/ });
    await userEvent.click(within(row).getByRole('button', { name: 'Revoke…' }));
    await userEvent.type(screen.getByLabelText('Reason'), 'Not needed');
    await userEvent.click(screen.getByRole('button', { name: 'Revoke the token' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(mutatingCalls(calls)).toEqual([
      { call: 'POST /api/admin/tokens/tok_1/revoke', body: { reason: 'Not needed' } },
    ]);
  });
});
