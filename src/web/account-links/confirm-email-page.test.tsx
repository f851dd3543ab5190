// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#web/server-data.tsx';
import { openLink, Pages } from '#test/support/account-visit.tsx';
import { forgetVisitor, press } from '#test/support/auth-page.tsx';
import { noAnswer } from '#test/support/donor-visit.tsx';
import { jsonAnswer, refusalAnswer } from '#test/support/stub-server.ts';
import ConfirmEmailPage from './confirm-email-page.tsx';

const confirmCall = 'POST /api/confirm-email';
const address = '/confirm-email#a-token';
const linkInvalid = 'This link has expired or was used already. Please ask for a new one.';

const open = (answers = {}, at = address): ReturnType<typeof openLink> => openLink(at, <ConfirmEmailPage />, answers);

beforeEach(forgetVisitor);

test('the page stays out of search and confirms nothing by being opened', () => {
  const html = renderToString(<Pages page={<ConfirmEmailPage />} address={address} />);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  const calls = open();
  expect(screen.getByRole('button', { name: 'Confirm my address' })).toBeDefined();
  expect(calls).toEqual([]);
});

test('a press confirms the address, and what is known of the account is read anew', async () => {
  const calls = open({ [confirmCall]: jsonAnswer({ email: 'ada@example.org' }) });
  queryClient.setQueryData(['account', 'usr_1'], 'an account with the old address');
  await press('Confirm my address');
  await screen.findByText('ada@example.org');
  expect(document.activeElement?.textContent).toBe('Thank you. ada@example.org is confirmed.');
  expect(calls).toEqual([{ call: confirmCall, body: { token: 'a-token' } }]);
  expect(screen.getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('/account');
  expect(queryClient.getQueryData(['account', 'usr_1'])).toBeUndefined();
});

test('it is under way once', async () => {
  const calls = open({ [confirmCall]: noAnswer });
  await press('Confirm my address');
  await userEvent.click(screen.getByRole('button', { name: 'Confirming…' }));
  expect(calls).toHaveLength(1);
});

test.each([
  ['link_invalid', linkInvalid],
  ['email_taken', 'This email address is already registered'],
])('a link that is refused for %s says so, and leads to the account', async (code, sentence) => {
  open({ [confirmCall]: refusalAnswer(400, sentence, code) });
  await press('Confirm my address');
  expect(document.activeElement).toBe(await screen.findByText(sentence));
  expect(screen.queryByRole('button', { name: 'Confirm my address' })).toBeNull();
  expect(screen.getByRole('link', { name: 'To your account' }).getAttribute('href')).toBe('/account');
});

test('an address without a token says that there is nothing to confirm', () => {
  open({}, '/confirm-email');
  expect(screen.getByText(linkInvalid)).toBeDefined();
});

test('a broken connection offers another try', async () => {
  let answer = (): Response | Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
  open({ [confirmCall]: () => answer() });
  await press('Confirm my address');
  expect(await screen.findByText('We could not reach the server. Please try again.')).toBeDefined();
  answer = jsonAnswer({ email: 'ada@example.org' });
  await press('Confirm my address');
  expect(await screen.findByText('ada@example.org')).toBeDefined();
});
