// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '#web/server-data.tsx';
import { readToast } from '#web/ui/toast/toast.ts';
import { anAccount, fill, openSection } from '#test/support/web/account-page.tsx';
import { forgetVisitor, press, problemOf } from '#test/support/web/auth-page.tsx';
import { jsonResponse, mutatingCalls, refusalResponse } from '#test/support/web/stub-server.ts';
import { PasswordSection } from './password-section.tsx';

const changeCall = 'POST /api/account/password';

const open = async (responses = {}): Promise<ReturnType<typeof openSection>> => {
  const calls = openSection(PasswordSection, anAccount(), responses);
  await screen.findByRole('form', { name: 'Password' });
  return calls;
};

const change = async (): Promise<void> => {
  await fill('Current password', 'secret');
  await fill('New password', 'bread and butter');
  await press('Change password');
};

const devicesKey = ['devices', 'usr_1'];

beforeEach(forgetVisitor);

describe('the password', () => {
  test('is changed with the current one; the fields are cleared and the devices refetched', async () => {
    const calls = await open({ [changeCall]: jsonResponse({}) });
    queryClient.setQueryData(devicesKey, []);
    await change();
    await waitFor(() => expect(readToast()).toMatchObject({ title: 'Password changed' }));
    expect(mutatingCalls(calls)).toEqual([
      { call: changeCall, body: { password: 'secret', newPassword: 'bread and butter' } },
    ]);
    expect(queryClient.getQueryState(devicesKey)?.isInvalidated).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
    expect(problemOf('New password')).toBe('');
  });

  test('has an error under the field of a wrong current password until that is retyped', async () => {
    await open({ [changeCall]: refusalResponse(400, 'This is not your current password', 'password_wrong') });
    await change();
    await waitFor(() => expect(problemOf('Current password')).toBe('This is not your current password'));
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    await fill('Current password', 'another');
    expect(problemOf('Current password')).toBe('');
  });

  test('must be long enough; a weak one only gets a hint', async () => {
    const calls = await open();
    await fill('Current password', 'secret');
    await fill('New password', 'short');
    await press('Change password');
    expect(problemOf('New password')).toBe('Password must be at least 6 characters');
    await fill('New password', 'aaaaaaa');
    expect(problemOf('New password')).toBe('');
    expect(screen.getByText('Easy to guess. Try making it longer.')).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([]);
  });

  test('has the username in its form, for password managers', async () => {
    await open();
    const form = screen.getByRole('form', { name: 'Password' });
    expect(Array.from(form.querySelectorAll('input'), ({ autocomplete }) => autocomplete)).toEqual([
      'username',
      'current-password',
      'new-password',
    ]);
    expect(form.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe('ada');
    expect(within(form).getAllByRole('button')).toHaveLength(1);
  });
});
