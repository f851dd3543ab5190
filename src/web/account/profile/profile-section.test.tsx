// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { readToast } from '#web/ui/toast/toast.ts';
import { anAccount, fill, openSection } from '#test/support/web/account-page.tsx';
import { forgetVisitor, press, problemOf } from '#test/support/web/auth-page.tsx';
import { jsonResponse, mutatingCalls, noResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import { ProfileSection } from './profile-section.tsx';

const saveCall = 'PATCH /api/account';

const open = async (responses = {}): Promise<ReturnType<typeof openSection>> => {
  const calls = openSection(ProfileSection, anAccount(), responses);
  await screen.findByRole('form', { name: 'Profile' });
  return calls;
};

beforeEach(forgetVisitor);

describe('the profile', () => {
  test('starts with the account’s values, and supports autofill', async () => {
    await open();
    const form = within(screen.getByRole('form', { name: 'Profile' }));
    expect(form.getByLabelText<HTMLInputElement>('First name (optional)')).toMatchObject({
      value: 'Ada',
      autocomplete: 'given-name',
    });
    expect(form.getByLabelText<HTMLInputElement>('Last name (optional)')).toMatchObject({
      value: '',
      autocomplete: 'family-name',
    });
    expect(form.getByLabelText<HTMLSelectElement>('Country').value).toBe('GB');
    expect(form.getByLabelText<HTMLSelectElement>('Time zone').value).toBe('Europe/London');
    expect(form.queryByRole('option', { name: 'Select a country' })).toBeNull();
  });

  test('offers the time zone of this device first', async () => {
    await open();
    const [first] = within(screen.getByLabelText('Time zone')).getAllByRole<HTMLOptionElement>('option');
    expect(first?.value).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  test('is saved, and the user is refetched', async () => {
    const saved = anAccount({ firstName: 'Ada Augusta', country: 'CA', timeZone: 'America/Toronto' });
    const calls = await open({ [saveCall]: jsonResponse(saved) });
    await fill('First name (optional)', ' Ada Augusta ');
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'CA');
    await userEvent.selectOptions(screen.getByLabelText('Time zone'), 'America/Toronto');
    await press('Save profile');
    await waitFor(() => expect(readToast()).toMatchObject({ title: 'Profile saved' }));
    expect(mutatingCalls(calls)).toEqual([
      {
        call: saveCall,
        body: { firstName: 'Ada Augusta', lastName: '', country: 'CA', timeZone: 'America/Toronto' },
      },
    ]);
    await waitFor(() => expect(calls.filter(({ call }) => call === 'GET /api/user')).toHaveLength(2));
  });

  test('says Saving… while it is saved, keeps focus and is sent once', async () => {
    const calls = await open({ [saveCall]: noResponse });
    await press('Save profile');
    const button = screen.getByRole('button', { name: 'Saving…' });
    expect(document.activeElement).toBe(button);
    await userEvent.click(button);
    expect(mutatingCalls(calls)).toHaveLength(1);
  });

  test('shows an error under its field', async () => {
    const calls = await open();
    await fill('Last name (optional)', 'a'.repeat(101));
    await press('Save profile');
    expect(problemOf('Last name (optional)')).toBe('Names can have at most 100 characters');
    expect(mutatingCalls(calls)).toEqual([]);
  });

  test('shows under its field that the server does not know the time zone', async () => {
    await open({ [saveCall]: refusalResponse(400, 'Please choose a time zone from the list', 'invalid_request') });
    await press('Save profile');
    await waitFor(() => expect(problemOf('Time zone')).toBe('Please choose a time zone from the list'));
    expect(document.activeElement).toBe(screen.getByLabelText('Time zone'));
  });

  test('reports that it was not saved', async () => {
    await open({ [saveCall]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await press('Save profile');
    await waitFor(() =>
      expect(readToast()).toMatchObject({
        title: "We couldn't save your profile",
        description: "We couldn't reach the server. Please try again.",
        tone: 'destructive',
      }),
    );
    expect(screen.getByRole('button', { name: 'Save profile' })).toBeDefined();
  });
});
