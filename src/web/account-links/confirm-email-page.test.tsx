// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#web/server-data.tsx';
import { openLink, Pages } from '#test/support/web/account-page.tsx';
import { forgetVisitor, press } from '#test/support/web/auth-page.tsx';
import { jsonResponse, noResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import ConfirmEmailPage from './confirm-email-page.tsx';

const confirmCall = 'POST /api/confirm-email';
const address = '/confirm-email#a-token';
const linkInvalid = 'This link has expired or has already been used. Please request a new one.';

const open = (responses = {}, at = address): ReturnType<typeof openLink> =>
  openLink(at, <ConfirmEmailPage />, responses);

beforeEach(forgetVisitor);

test('the page is not indexed, and opening it confirms nothing', () => {
  const html = renderToString(<Pages page={<ConfirmEmailPage />} address={address} />);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  const calls = open();
  expect(screen.getByRole('button', { name: 'Confirm my address' })).toBeDefined();
  expect(calls).toEqual([]);
});

test('the button confirms the address and drops the cached account', async () => {
  const calls = open({ [confirmCall]: jsonResponse({ email: 'ada@example.org' }) });
  queryClient.setQueryData(['account', 'usr_1'], 'an account with the old address');
  await press('Confirm my address');
  await screen.findByText('ada@example.org');
  expect(document.activeElement?.textContent).toBe('Thank you. ada@example.org is confirmed.');
  expect(calls).toEqual([{ call: confirmCall, body: { token: 'a-token' } }]);
  expect(screen.getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('/account');
  expect(queryClient.getQueryData(['account', 'usr_1'])).toBeUndefined();
});

test('a second click sends no second request', async () => {
  const calls = open({ [confirmCall]: noResponse });
  await press('Confirm my address');
  await userEvent.click(screen.getByRole('button', { name: 'Confirming…' }));
  expect(calls).toHaveLength(1);
});

test.each([
  ['link_invalid', linkInvalid],
  ['email_taken', 'This email address is already registered'],
])('a link refused with %s shows the reason and a link to the account', async (code, sentence) => {
  open({ [confirmCall]: refusalResponse(400, sentence, code) });
  await press('Confirm my address');
  expect(document.activeElement).toBe(await screen.findByText(sentence));
  expect(screen.queryByRole('button', { name: 'Confirm my address' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to your account' }).getAttribute('href')).toBe('/account');
});

test('an address without a token says that the link is invalid', () => {
  open({}, '/confirm-email');
  expect(screen.getByText(linkInvalid)).toBeDefined();
});

test('a failed connection allows another try', async () => {
  let respond = (): Response | Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
  open({ [confirmCall]: () => respond() });
  await press('Confirm my address');
  expect(await screen.findByText("We couldn't reach the server. Please try again.")).toBeDefined();
  respond = jsonResponse({ email: 'ada@example.org' });
  await press('Confirm my address');
  expect(await screen.findByText('ada@example.org')).toBeDefined();
});
