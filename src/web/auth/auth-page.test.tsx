// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readToast } from '#web/ui/toast.ts';
import {
  ada,
  authPage,
  forgetVisitor,
  openAuthPage,
  openSessionFor,
  press,
  problemOf,
  shownAddress,
} from '#test/support/auth-page.tsx';
import { jsonAnswer, refusalAnswer } from '#test/support/stub-server.ts';

const loginCall = 'POST /api/login';
const gift = { id: 'don_1', amount: 3.5, mealsProvided: 3 };

const tab = (name: string) => screen.getByRole('tab', { name });
const logIn = async (): Promise<void> => {
  await userEvent.type(screen.getByLabelText('Username'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await press('Sign In');
};

beforeEach(forgetVisitor);

describe('the page', () => {
  test('stands prerendered with the login form, which sends nothing before it is taken over', () => {
    const html = renderToString(authPage('/auth#register'));
    expect(html).toMatch(/<h1[^>]*>Sign In<\/h1>/);
    expect(html).toMatch(/<form [^>]*method="post"/);
    expect(html).toMatch(/<button type="submit"[^>]* disabled=""[^>]*>Sign In/);
    expect(html).not.toContain('Create Account');
  });

  test('says why to sign up, in four lines, and leads home', () => {
    openAuthPage();
    const panel = screen.getByRole('complementary', { name: 'Why Sign Up?' });
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Track donation history',
      'See personal impact statistics',
      'Receive donation receipts (for your records, not for tax purposes)',
      'Set up recurring donations',
    ]);
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  });

  test('switches by tab, by link and by arrow key, and the address says where', async () => {
    openAuthPage();
    expect(tab('Login').getAttribute('aria-selected')).toBe('true');
    await userEvent.click(screen.getByRole('link', { name: 'Register' }));
    expect(tab('Register').getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(tab('Register'));
    expect(shownAddress()).toBe('/auth#register');
    expect(screen.getByRole('link', { name: 'Login' })).toBeDefined();
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeDefined();
    await userEvent.click(tab('Register'));
    expect(screen.getByRole('button', { name: 'Create Account' })).toBeDefined();
  });

  test('has the other form in place before the next key, while the router is still on its way', async () => {
    openAuthPage();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false); // as in a browser: what can wait does wait
    tab('Register').click();
    await Promise.resolve();
    expect(tab('Register').getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('button', { name: 'Create Account' })).toBeDefined();
    await waitFor(() => expect(shownAddress()).toBe('/auth#register'));
    expect(tab('Register').getAttribute('aria-selected')).toBe('true');
  });

  test('leads home whoever is signed in', async () => {
    document.cookie = 'signed_in=1; path=/';
    openAuthPage({ 'GET /api/user': jsonAnswer(ada) });
    await screen.findByRole('heading', { name: 'Home' });
    expect(shownAddress()).toBe('/');
  });

  test('says what will be claimed', () => {
    window.localStorage.setItem('anonymous_donations', JSON.stringify([gift, { ...gift, id: 'don_2' }]));
    openAuthPage();
    expect(screen.getByText(/remembers 2 donations: \$7\.00, 6 meals/)).toBeDefined();
  });
});

describe('login', () => {
  test('says what is wrong under each field once it was submitted, and from then on with every change', async () => {
    const calls = openAuthPage();
    const username = screen.getByLabelText('Username');
    await userEvent.type(username, 'ad');
    expect(problemOf('Username')).toBe('');
    await press('Sign In');
    expect(problemOf('Username')).toBe('Username must be at least 3 characters');
    expect(problemOf('Password')).toBe('Password must be at least 6 characters');
    expect(username.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(username);
    await userEvent.type(username, 'a');
    expect(problemOf('Username')).toBe('');
    expect(problemOf('Password')).toBe('Password must be at least 6 characters');
    await userEvent.type(username, '{Backspace}');
    expect(problemOf('Username')).toBe('Username must be at least 3 characters');
    expect(calls).toEqual([]);
  });

  test('signs in, greets and goes exactly home', async () => {
    const calls = openAuthPage({ [loginCall]: () => openSessionFor(ada) });
    await logIn();
    await screen.findByRole('heading', { name: 'Home' });
    expect(shownAddress()).toBe('/');
    expect(calls).toEqual([{ call: loginCall, body: { username: 'ada', password: 'secret' } }]);
    expect(readToast()).toMatchObject({ title: 'Welcome back!', description: 'You are signed in, ada.' });
  });

  test('reads what a password manager filled in without an event', async () => {
    const calls = openAuthPage({ [loginCall]: () => openSessionFor(ada) });
    screen.getByLabelText<HTMLInputElement>('Username').value = 'ada';
    screen.getByLabelText<HTMLInputElement>('Password').value = 'secret';
    await press('Sign In');
    await waitFor(() => expect(calls[0]?.body).toEqual({ username: 'ada', password: 'secret' }));
  });

  test('is under way once, however often the button is pressed', async () => {
    const calls = openAuthPage({ [loginCall]: () => new Promise<Response>(() => {}) });
    await logIn();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Signing in...' });
    expect(button.disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Password'), '{Enter}');
    expect(calls).toHaveLength(1);
  });

  test('that is refused says so in the server’s words, and stays', async () => {
    openAuthPage({ [loginCall]: refusalAnswer(401, 'Invalid username or password') });
    await logIn();
    await waitFor(() =>
      expect(readToast()).toMatchObject({
        title: 'Login failed',
        description: '401: Invalid username or password',
        tone: 'destructive',
      }),
    );
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' }).disabled).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada');
  });

  test('without a connection says what to do', async () => {
    openAuthPage({ [loginCall]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await logIn();
    await waitFor(() => expect(readToast()?.description).toBe('We could not reach the server. Please try again.'));
  });

  test('has a way out for a forgotten password', () => {
    openAuthPage();
    expect(screen.getByRole('link', { name: 'Forgotten your password?' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
  });
});

describe('login with a second factor', () => {
  const askForCode = refusalAnswer(401, 'Please enter the code of your authenticator', 'second_factor_needed');
  const codeField = (): HTMLInputElement => screen.getByLabelText('Authenticator code');

  test('asks for its code, which the browser may fill in, and sends all again with it', async () => {
    const answers: (() => Response)[] = [askForCode, () => openSessionFor(ada)];
    const calls = openAuthPage({ [loginCall]: () => (answers.shift() ?? askForCode)() });
    const toastBefore = readToast();
    await logIn();
    await waitFor(() => expect(document.activeElement).toBe(codeField()));
    expect(codeField().autocomplete).toBe('one-time-code');
    expect(problemOf('Authenticator code')).toBe('');
    expect(readToast()).toBe(toastBefore);
    await userEvent.type(codeField(), '123456{Enter}');
    await screen.findByRole('heading', { name: 'Home' });
    expect(calls.map(({ body }) => body)).toEqual([
      { username: 'ada', password: 'secret' },
      { username: 'ada', password: 'secret', code: '123456' },
    ]);
  });

  test('says under the code that one is missing, or was not right', async () => {
    const answers: (() => Response)[] = [askForCode];
    const refuse = refusalAnswer(401, 'Invalid username or password', 'login_failed');
    const calls = openAuthPage({ [loginCall]: () => (answers.shift() ?? refuse)() });
    await logIn();
    await screen.findByLabelText('Authenticator code');
    await press('Sign In');
    expect(problemOf('Authenticator code')).toBe('Please enter the code of your authenticator');
    expect(calls).toHaveLength(1);
    await userEvent.type(codeField(), '000000');
    expect(problemOf('Authenticator code')).toBe('');
    await press('Sign In');
    await waitFor(() =>
      expect(problemOf('Authenticator code')).toBe('Password and code do not fit. Please enter the newest code.'),
    );
    expect(document.activeElement).toBe(codeField());
  });

  test('without one is not asked for a code', () => {
    openAuthPage();
    expect(screen.queryByLabelText('Authenticator code')).toBeNull();
  });
});
