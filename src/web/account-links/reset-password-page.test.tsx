// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#web/server-data.tsx';
import { readToast } from '#web/ui/toast.ts';
import { fill, openLink, Pages } from '#test/support/account-visit.tsx';
import { forgetVisitor, press, problemOf, shownAddress } from '#test/support/auth-page.tsx';
import { jsonAnswer, refusalAnswer } from '#test/support/stub-server.ts';
import ResetPasswordPage from './reset-password-page.tsx';

const resetCall = 'POST /api/password-reset';
const address = '/reset-password#a-token';

const open = (answers = {}, at = address): ReturnType<typeof openLink> => openLink(at, <ResetPasswordPage />, answers);

beforeEach(forgetVisitor);

test('the page stands prerendered without the token, and stays out of search', () => {
  const html = renderToString(<Pages page={<ResetPasswordPage />} address={address} />);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).toContain('Reading your link…');
  expect(html).not.toContain('name="password"');
});

test('a new password is set by the token, and the way leads to the sign-in, where nobody is known', async () => {
  const calls = open({ [resetCall]: jsonAnswer({}) });
  queryClient.setQueryData(['user'], 'somebody whose session is over');
  await fill('New password', 'bread and butter');
  await press('Save new password');
  await screen.findByRole('heading', { name: 'Sign In' });
  expect(shownAddress()).toBe('/auth');
  expect(calls).toEqual([{ call: resetCall, body: { token: 'a-token', password: 'bread and butter' } }]);
  expect(readToast()).toMatchObject({ title: 'Your new password is set', description: 'Please sign in with it.' });
  expect(queryClient.getQueryData(['user'])).toBeUndefined();
});

test('a short password is told so under its field', async () => {
  const calls = open();
  await fill('New password', 'short');
  await press('Save new password');
  expect(problemOf('New password')).toBe('Password must be at least 6 characters');
  expect(calls).toEqual([]);
});

test('a link that was used leads to a new one', async () => {
  const sentence = 'This link has expired or was used already. Please ask for a new one.';
  open({ [resetCall]: refusalAnswer(400, sentence, 'link_invalid') });
  await fill('New password', 'bread and butter');
  await press('Save new password');
  expect(document.activeElement).toBe(await screen.findByText(sentence));
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot-password');
});

test('an address without a token leads to a new link', () => {
  open({}, '/reset-password');
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeDefined();
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('a broken connection keeps the form and the password', async () => {
  open({ [resetCall]: () => Promise.reject(new TypeError('Failed to fetch')) });
  await fill('New password', 'bread and butter');
  await press('Save new password');
  await waitFor(() => expect(readToast()).toMatchObject({ title: 'Your password was not changed' }));
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('bread and butter');
});
