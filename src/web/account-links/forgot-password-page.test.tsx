// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { readToast } from '#web/ui/toast.ts';
import { fill, openLink, Pages } from '#test/support/account-visit.tsx';
import { forgetVisitor, press, problemOf } from '#test/support/auth-page.tsx';
import { noAnswer } from '#test/support/donor-visit.tsx';
import { jsonAnswer, refusalAnswer } from '#test/support/stub-server.ts';
import ForgotPasswordPage from './forgot-password-page.tsx';

const linkCall = 'POST /api/password-link';

const open = (answers = {}): ReturnType<typeof openLink> =>
  openLink('/forgot-password', <ForgotPasswordPage />, answers);

beforeEach(forgetVisitor);

test('the page stands prerendered with a form that sends nothing before it is taken over, and stays out of search', () => {
  const html = renderToString(<Pages page={<ForgotPasswordPage />} address="/forgot-password" />);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).toMatch(/<form [^>]*method="post"/);
  expect(html).toMatch(/<button type="submit"[^>]* disabled=""[^>]*>Send me a link/);
});

test('a link is asked for, and the answer tells nothing about the account', async () => {
  const calls = open({ [linkCall]: jsonAnswer({}) });
  await fill('Email', ' ada@example.org ');
  await press('Send me a link');
  const sentence = 'If there is an account with this address, a link is on its way. It works once, for one hour.';
  expect(document.activeElement).toBe(await screen.findByText(sentence));
  expect(calls).toEqual([{ call: linkCall, body: { email: 'ada@example.org' } }]);
  await press('Try another address');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
});

test('what is no address is told so, and nobody is asked', async () => {
  const calls = open();
  await fill('Email', 'ada@');
  await press('Send me a link');
  expect(problemOf('Email')).toBe('Please enter a valid email address');
  expect(calls).toEqual([]);
});

test('the button is pressed once', async () => {
  const calls = open({ [linkCall]: noAnswer });
  await fill('Email', 'ada@example.org');
  await press('Send me a link');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sending…' }).disabled).toBe(true);
  expect(calls).toHaveLength(1);
});

test('a link that was not asked for says so', async () => {
  open({ [linkCall]: refusalAnswer(429, 'Please wait a moment.', 'too_many_requests') });
  await fill('Email', 'ada@example.org');
  await press('Send me a link');
  await waitFor(() =>
    expect(readToast()).toMatchObject({ title: 'The link was not sent', description: 'Please wait a moment.' }),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org');
});
