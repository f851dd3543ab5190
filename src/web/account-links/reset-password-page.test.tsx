// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#web/server-data.tsx';
import { readToast } from '#web/ui/toast/toast.ts';
import { fill, openLink, Pages } from '#test/support/web/account-page.tsx';
import { forgetVisitor, press, problemOf, shownAddress } from '#test/support/web/auth-page.tsx';
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import ResetPasswordPage from './reset-password-page.tsx';

const resetCall = 'POST /api/password-reset';
const address = '/reset-password#a-token';

const open = (responses = {}, at = address): ReturnType<typeof openLink> =>
  openLink(at, <ResetPasswordPage />, responses);

beforeEach(forgetVisitor);

test('the page is not indexed, and is prerendered without the token', () => {
  const html = renderToString(<Pages page={<ResetPasswordPage />} address={address} />);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).toContain('Reading your link…');
  expect(html).not.toContain('name="password"');
});

test('the new password is sent with the token, cached responses are dropped, and the sign-in page opens', async () => {
  const calls = open({ [resetCall]: jsonResponse({}) });
  queryClient.setQueryData(['user'], 'a user whose session is over');
  await fill('New password', 'bread and butter');
  await press('Save new password');
  await screen.findByRole('heading', { name: 'Sign In' });
  expect(shownAddress()).toBe('/auth');
  expect(calls).toEqual([{ call: resetCall, body: { token: 'a-token', password: 'bread and butter' } }]);
  expect(readToast()).toMatchObject({
    title: 'Your password has been changed',
    description: 'Please sign in with the new one.',
  });
  expect(queryClient.getQueryData(['user'])).toBeUndefined();
});

test('a short password has its error under its field', async () => {
  const calls = open();
  await fill('New password', 'short');
  await press('Save new password');
  expect(problemOf('New password')).toBe('Password must be at least 6 characters');
  expect(calls).toEqual([]);
});

test('a used link leads to the page that sends a new one', async () => {
  const sentence = 'This link has expired or has already been used. Please request a new one.';
  open({ [resetCall]: refusalResponse(400, sentence, 'link_invalid') });
  await fill('New password', 'bread and butter');
  await press('Save new password');
  expect(document.activeElement).toBe(await screen.findByText(sentence));
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password');
});

test('an address without a token leads to the page that sends a new link', () => {
  open({}, '/reset-password');
  expect(screen.getByRole('link', { name: 'Request a new link' })).toBeDefined();
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('a failed connection keeps the form and the password', async () => {
  open({ [resetCall]: () => Promise.reject(new TypeError('Failed to fetch')) });
  await fill('New password', 'bread and butter');
  await press('Save new password');
  await waitFor(() => expect(readToast()).toMatchObject({ title: "We couldn't change your password" }));
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('bread and butter');
});
