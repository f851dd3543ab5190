// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { readToast } from '#web/ui/toast/toast.ts';
import { fill, openLink, Pages } from '#test/support/web/account-page.tsx';
import { forgetVisitor, press, problemOf } from '#test/support/web/auth-page.tsx';
import { jsonResponse, noResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import ForgotPasswordPage from './forgot-password-page.tsx';

const linkCall = 'POST /api/password-link';

const open = (responses = {}): ReturnType<typeof openLink> =>
  openLink('/forgot-password', <ForgotPasswordPage />, responses);

beforeEach(forgetVisitor);

test('the page is not indexed, and its prerendered form cannot be sent before hydration', () => {
  const html = renderToString(<Pages page={<ForgotPasswordPage />} address="/forgot-password" />);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).toMatch(/<form [^>]*method="post"/);
  expect(html).toMatch(/<button type="submit"[^>]* disabled=""[^>]*>Send me a link/);
});

test('a link is requested, and the response does not reveal whether the account exists', async () => {
  const calls = open({ [linkCall]: jsonResponse({}) });
  await fill('Email', ' ada@example.org ');
  await press('Send me a link');
  const sentence =
    'If there is an account with this address, a link is on its way. The link works once and expires in an hour.';
  expect(document.activeElement).toBe(await screen.findByText(sentence));
  expect(calls).toEqual([{ call: linkCall, body: { email: 'ada@example.org' } }]);
  await press('Try another address');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
});

test('an invalid address is refused without a request', async () => {
  const calls = open();
  await fill('Email', 'ada@');
  await press('Send me a link');
  expect(problemOf('Email')).toBe('Please enter a valid email address');
  expect(calls).toEqual([]);
});

test('the button is disabled while the request runs', async () => {
  const calls = open({ [linkCall]: noResponse });
  await fill('Email', 'ada@example.org');
  await press('Send me a link');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sending…' }).disabled).toBe(true);
  expect(calls).toHaveLength(1);
});

test('a refused request shows an error and keeps the address', async () => {
  open({ [linkCall]: refusalResponse(429, 'Please wait a moment.', 'too_many_requests') });
  await fill('Email', 'ada@example.org');
  await press('Send me a link');
  await waitFor(() =>
    expect(readToast()).toMatchObject({ title: "We couldn't send the link", description: 'Please wait a moment.' }),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org');
});
