// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { readToast } from '#web/ui/toast.ts';
import { anAccount, deedsOf, fill, openSection } from '#test/support/account-visit.tsx';
import { forgetVisitor, press, problemOf } from '#test/support/auth-page.tsx';
import { jsonAnswer, refusalAnswer } from '#test/support/stub-server.ts';
import { EmailSection } from './email-section.tsx';

const resendCall = 'POST /api/account/confirmation';
const changeCall = 'POST /api/account/email';

const open = async (account = anAccount(), answers = {}): Promise<ReturnType<typeof openSection>> => {
  const calls = openSection(EmailSection, account, answers);
  await screen.findByRole('region', { name: 'E-mail address' });
  return calls;
};

beforeEach(forgetVisitor);

describe('the address', () => {
  test('that is confirmed says no more than that', async () => {
    await open();
    expect(screen.getByRole('region', { name: 'E-mail address' }).textContent).toContain('Confirmedada@example.org');
    expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
  });

  test('that is not confirmed has its link sent again', async () => {
    const calls = await open(anAccount({ isEmailConfirmed: false }), { [resendCall]: jsonAnswer({}) });
    expect(screen.getByText('Not confirmed')).toBeDefined();
    await press('Send the link again');
    await waitFor(() => expect(readToast()).toMatchObject({ title: 'The link is on its way' }));
    expect(deedsOf(calls)).toEqual([{ call: resendCall, body: undefined }]);
  });

  test('says when the link was not sent', async () => {
    await open(anAccount({ isEmailConfirmed: false }), {
      [resendCall]: refusalAnswer(429, 'Please wait a moment.', 'too_many_requests'),
    });
    await press('Send the link again');
    await waitFor(() =>
      expect(readToast()).toMatchObject({ title: 'The link was not sent', description: 'Please wait a moment.' }),
    );
  });

  test('names the one that waits to take its place', async () => {
    await open(anAccount({ pendingEmail: 'new@example.org' }));
    expect(screen.getByText('new@example.org').parentElement?.textContent).toContain('until then everything stays');
  });

  test('of the administrator stays', async () => {
    await open(anAccount({ isAdmin: true }));
    expect(screen.queryByText('Change the address')).toBeNull();
  });
});

describe('another address', () => {
  const ask = async (): Promise<void> => {
    await userEvent.click(screen.getByText('Change the address'));
    await screen.findByLabelText('New address');
    await fill('New address', 'new@example.org');
    await fill('Your password', 'secret');
    await press('Send the link');
  };

  test('is asked for with the password, and waits for its confirmation', async () => {
    const calls = await open(anAccount(), { [changeCall]: jsonAnswer(anAccount({ pendingEmail: 'new@example.org' })) });
    await ask();
    expect(await screen.findByText('new@example.org')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'E-mail address' }));
    expect(deedsOf(calls)).toEqual([{ call: changeCall, body: { email: 'new@example.org', password: 'secret' } }]);
    expect(readToast()).toMatchObject({ description: 'A link is on its way to new@example.org.' });
    expect(screen.getByText('Use yet another address').closest('details')?.open).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('New address').value).toBe('');
  });

  test.each([
    ['password_wrong', 'This is not your current password', 'Your password'],
    ['email_taken', 'This email address is already registered', 'New address'],
  ])('that is refused for %s says so under its field', async (code, sentence, label) => {
    await open(anAccount(), { [changeCall]: refusalAnswer(400, sentence, code) });
    await ask();
    await waitFor(() => expect(problemOf(label)).toBe(sentence));
    expect(document.activeElement).toBe(screen.getByLabelText(label));
  });

  test('is checked before anybody is asked', async () => {
    const calls = await open();
    await userEvent.click(screen.getByText('Change the address'));
    await screen.findByLabelText('New address');
    await press('Send the link');
    expect(problemOf('New address')).toBe('Please enter a valid email address');
    expect(problemOf('Your password')).toBe('This is not your current password');
    expect(deedsOf(calls)).toEqual([]);
  });
});
