// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { readToast } from '#web/ui/toast/toast.ts';
import { anAccount, fill, openSection } from '#test/support/web/account-page.tsx';
import { forgetVisitor, press, problemOf } from '#test/support/web/auth-page.tsx';
import { jsonResponse, mutatingCalls, refusalResponse } from '#test/support/web/stub-server.ts';
import { EmailSection } from './email-section.tsx';

const resendCall = 'POST /api/account/confirmation';
const changeCall = 'POST /api/account/email';

const open = async (account = anAccount(), responses = {}): Promise<ReturnType<typeof openSection>> => {
  const calls = openSection(EmailSection, account, responses);
  await screen.findByRole('region', { name: 'Email address' });
  return calls;
};

beforeEach(forgetVisitor);

describe('the email address', () => {
  test('has no other controls when it is confirmed', async () => {
    await open();
    expect(screen.getByRole('region', { name: 'Email address' }).textContent).toContain('Confirmedada@example.org');
    expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
  });

  test('can have its confirmation link sent again', async () => {
    const calls = await open(anAccount({ isEmailConfirmed: false }), { [resendCall]: jsonResponse({}) });
    expect(screen.getByText('Not confirmed')).toBeDefined();
    await press('Send the link again');
    await waitFor(() => expect(readToast()).toMatchObject({ title: 'The link is on its way' }));
    expect(mutatingCalls(calls)).toEqual([{ call: resendCall, body: undefined }]);
  });

  test('has a message when the link was not sent', async () => {
    await open(anAccount({ isEmailConfirmed: false }), {
      [resendCall]: refusalResponse(429, 'Please wait a moment.', 'too_many_requests'),
    });
    await press('Send the link again');
    await waitFor(() =>
      expect(readToast()).toMatchObject({ title: "We couldn't send the link", description: 'Please wait a moment.' }),
    );
  });

  test('is shown with the new address that is not confirmed yet', async () => {
    await open(anAccount({ pendingEmail: 'new@example.org' }));
    expect(screen.getByText('new@example.org').parentElement?.textContent).toContain('Until then, everything stays');
  });

  test('cannot be changed by the administrator', async () => {
    await open(anAccount({ isFirstAdministrator: true }));
    expect(screen.queryByText('Change email address')).toBeNull();
  });
});

describe('a new address', () => {
  const requestChange = async (): Promise<void> => {
    await userEvent.click(screen.getByText('Change email address'));
    await screen.findByLabelText('New email');
    await fill('New email', 'new@example.org');
    await fill('Your password', 'secret');
    await press('Send the link');
  };

  test('needs the password, and takes effect after it is confirmed', async () => {
    const calls = await open(anAccount(), {
      [changeCall]: jsonResponse(anAccount({ pendingEmail: 'new@example.org' })),
    });
    await requestChange();
    expect(await screen.findByText('new@example.org')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Email address' }));
    expect(mutatingCalls(calls)).toEqual([
      { call: changeCall, body: { email: 'new@example.org', password: 'secret' } },
    ]);
    expect(readToast()).toMatchObject({ description: 'A link is on its way to new@example.org.' });
    expect(screen.getByText('Use a different address').closest('details')?.open).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('New email').value).toBe('');
  });

  test.each([
    ['password_wrong', 'This is not your current password', 'Your password'],
    ['email_taken', 'This email address is already registered', 'New email'],
  ])('that is refused with %s has the sentence under its field', async (code, sentence, label) => {
    await open(anAccount(), { [changeCall]: refusalResponse(400, sentence, code) });
    await requestChange();
    await waitFor(() => expect(problemOf(label)).toBe(sentence));
    expect(document.activeElement).toBe(screen.getByLabelText(label));
  });

  test('is checked before anything is sent', async () => {
    const calls = await open();
    await userEvent.click(screen.getByText('Change email address'));
    await screen.findByLabelText('New email');
    await press('Send the link');
    expect(problemOf('New email')).toBe('Please enter a valid email address');
    expect(problemOf('Your password')).toBe('This is not your current password');
    expect(mutatingCalls(calls)).toEqual([]);
  });
});
