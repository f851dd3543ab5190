// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signInState } from '#web/session/index.ts';
import { readToast } from '#web/ui/toast/toast.ts';
import {
  ada,
  authPage,
  forgetVisitor,
  openAuthPage,
  openSessionFor,
  press,
  problemOf,
  shownAddress,
} from '#test/support/web/auth-page.tsx';
import { jsonResponse, refusalResponse, type StubResponses } from '#test/support/web/stub-server.ts';

const loginCall = 'POST /api/login';
const donation = { id: 'don_1', amount: 3.5, mealsProvided: 3 };

const tab = (name: string) => screen.getByRole('tab', { name });
const logIn = async (): Promise<void> => {
  await userEvent.type(screen.getByLabelText('Username'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await press('Sign In');
};

beforeEach(forgetVisitor);

describe('the page to sign in', () => {
  test('is prerendered with the login form, which cannot be sent before hydration', () => {
    const html = renderToString(authPage('/auth#register'));
    expect(html).toMatch(/<h1[^>]*>Sign In<\/h1>/);
    expect(html).toMatch(/<form [^>]*method="post"/);
    expect(html).toMatch(/<button type="submit"[^>]* disabled=""[^>]*>Sign In/);
    expect(html).not.toContain('Create Account');
  });

  test('warns if the browser blocks cookies', () => {
    openAuthPage();
    expect(screen.queryByText(/blocks cookies/)).toBeNull();
    cleanup();
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    openAuthPage();
    expect(screen.getByText(/^Your browser blocks cookies, and signing in needs one/)).toBeDefined();
  });

  test('gives four reasons to sign up, and links home', () => {
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

  test('switches by tab, by link and by arrow key, and updates the hash', async () => {
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

  test('shows the other form before the next key, while the router is still navigating', async () => {
    openAuthPage();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false); // as in a browser: transitions are deferred
    tab('Register').click();
    await Promise.resolve();
    expect(tab('Register').getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('button', { name: 'Create Account' })).toBeDefined();
    await waitFor(() => expect(shownAddress()).toBe('/auth#register'));
    expect(tab('Register').getAttribute('aria-selected')).toBe('true');
  });

  test('redirects a signed-in user home', async () => {
    document.cookie = 'signed_in=1; path=/';
    openAuthPage({ 'GET /api/user': jsonResponse(ada) });
    await screen.findByRole('heading', { name: 'Home' });
    expect(shownAddress()).toBe('/');
  });

  test('says how much can be claimed', () => {
    window.localStorage.setItem('anonymous_donations', JSON.stringify([donation, { ...donation, id: 'don_2' }]));
    openAuthPage();
    expect(screen.getByText(/There are 2 unclaimed donations on this device \(\$7\.00, 6 meals\)/)).toBeDefined();
  });
});

describe('a visitor who was sent here', () => {
  const toImpact = signInState({ returnTo: '/impact', hasSessionEnded: false });
  const reason = (): string => screen.getAllByRole('status')[0]?.textContent ?? '';
  const logInFor = (user: typeof ada): StubResponses => ({ [loginCall]: () => openSessionFor(user) });

  test('reads why, and returns after signing in', async () => {
    openAuthPage(logInFor(ada), '/auth', toImpact);
    expect(reason()).toBe('Sign in or register to see your impact.');
    await logIn();
    await waitFor(() => expect(shownAddress()).toBe('/impact'));
  });

  test('still reads why in the other tab and on the way to a new password', async () => {
    openAuthPage({}, '/auth', toImpact);
    await userEvent.click(tab('Register'));
    expect(shownAddress()).toBe('/auth#register');
    expect(reason()).toBe('Sign in or register to see your impact.');
    await userEvent.click(screen.getByRole('link', { name: 'Login' }));
    await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Back to Sign In' }));
    await waitFor(() => expect(shownAddress()).toBe('/auth'));
    expect(reason()).toBe('Sign in or register to see your impact.');
  });

  test('returns after entering the second factor', async () => {
    const responses = [
      refusalResponse(401, 'Please enter the code', 'second_factor_needed'),
      (): Response => openSessionFor(ada),
    ];
    openAuthPage({ [loginCall]: () => (responses.shift() ?? jsonResponse({}))() }, '/auth', toImpact);
    await logIn();
    await userEvent.type(await screen.findByLabelText('Authenticator code'), '123456{Enter}');
    await waitFor(() => expect(shownAddress()).toBe('/impact'));
  });

  test('returns as soon as another tab has signed in', async () => {
    openAuthPage({ 'GET /api/user': jsonResponse(ada) }, '/auth', toImpact);
    document.cookie = 'signed_in=1; path=/';
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(shownAddress()).toBe('/impact'));
  });

  test('reads nothing in the prerendered page, which is the same for everyone', () => {
    expect(renderToString(authPage('/auth', toImpact))).not.toContain('see your impact');
  });
});

describe('login', () => {
  test('shows errors under the fields on submit, and from then on with every change', async () => {
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

  test('signs in, greets the user and goes to exactly /', async () => {
    const calls = openAuthPage({ [loginCall]: () => openSessionFor(ada) });
    await logIn();
    await screen.findByRole('heading', { name: 'Home' });
    expect(shownAddress()).toBe('/');
    expect(calls).toEqual([{ call: loginCall, body: { username: 'ada', password: 'secret' } }]);
    expect(readToast()).toMatchObject({ title: 'Welcome back!', description: 'You are signed in, ada.' });
  });

  test('reads what a password manager filled in without firing events', async () => {
    const calls = openAuthPage({ [loginCall]: () => openSessionFor(ada) });
    screen.getByLabelText<HTMLInputElement>('Username').value = 'ada';
    screen.getByLabelText<HTMLInputElement>('Password').value = 'secret';
    await press('Sign In');
    await waitFor(() => expect(calls[0]?.body).toEqual({ username: 'ada', password: 'secret' }));
  });

  test('sends one request, however often it is submitted', async () => {
    const calls = openAuthPage({ [loginCall]: () => new Promise<Response>(() => {}) });
    await logIn();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Signing in...' });
    expect(button.disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Password'), '{Enter}');
    expect(calls).toHaveLength(1);
  });

  test('shows a sentence when a proxy responds with a page', async () => {
    openAuthPage({ [loginCall]: () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }) });
    await logIn();
    const description = "We couldn't reach the server. Please try again.";
    await waitFor(() => expect(readToast()).toMatchObject({ title: 'Login failed', description }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' }).disabled).toBe(false);
  });

  test('shows the server’s message when it is refused, and stays on the page', async () => {
    openAuthPage({ [loginCall]: refusalResponse(401, 'Invalid username or password') });
    await logIn();
    await waitFor(() =>
      expect(readToast()).toMatchObject({
        title: 'Login failed',
        description: 'Invalid username or password',
        tone: 'destructive',
      }),
    );
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' }).disabled).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada');
  });

  test('says what to do when there is no connection', async () => {
    openAuthPage({ [loginCall]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await logIn();
    await waitFor(() => expect(readToast()?.description).toBe("We couldn't reach the server. Please try again."));
  });

  test('links to the page for a forgotten password', () => {
    openAuthPage();
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/forgot-password');
  });
});

describe('login with a second factor', () => {
  const codeNeeded = refusalResponse(401, 'Please enter the code from your authenticator', 'second_factor_needed');
  const codeField = (): HTMLInputElement => screen.getByLabelText('Authenticator code');

  test('asks for the code, with autofill, and sends it with the same credentials', async () => {
    const responses: (() => Response)[] = [codeNeeded, () => openSessionFor(ada)];
    const calls = openAuthPage({ [loginCall]: () => (responses.shift() ?? codeNeeded)() });
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

  test('shows a missing or wrong code under its field', async () => {
    const responses: (() => Response)[] = [codeNeeded];
    const refuse = refusalResponse(401, 'Invalid username or password', 'login_failed');
    const calls = openAuthPage({ [loginCall]: () => (responses.shift() ?? refuse)() });
    await logIn();
    await screen.findByLabelText('Authenticator code');
    await press('Sign In');
    expect(problemOf('Authenticator code')).toBe('Please enter the code from your authenticator');
    expect(calls).toHaveLength(1);
    await userEvent.type(codeField(), '000000');
    expect(problemOf('Authenticator code')).toBe('');
    await press('Sign In');
    await waitFor(() =>
      expect(problemOf('Authenticator code')).toBe('Incorrect password or code. Please enter the latest code.'),
    );
    expect(document.activeElement).toBe(codeField());
  });

  test('has no code field until the server asks for a code', () => {
    openAuthPage();
    expect(screen.queryByLabelText('Authenticator code')).toBeNull();
  });
});
