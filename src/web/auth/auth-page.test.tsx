// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient, ServerData } from '#web/server-data.tsx';
import { readToast } from '#web/ui/toast.ts';
import { jsonAnswer, refusalAnswer, stubServer, type StubAnswers, type StubCall } from '#test/support/stub-server.ts';
import AuthPage from './auth-page.tsx';

const user = {
  id: 'usr_1',
  username: 'ada',
  email: 'ada@example.org',
  firstName: null,
  lastName: null,
  country: 'GB',
  isAdmin: false,
};
const loginCall = 'POST /api/login';
const registerCall = 'POST /api/register';
const gift = { id: 'don_1', amount: 3.5, mealsProvided: 3 };
const claimCall = 'PATCH /api/donations/don_1/claim';

/** What the server does with a right answer: it opens a session, and the browser has its cookie. */
const opened = (): Response => {
  document.cookie = 'signed_in=1; path=/';
  return jsonAnswer(user)();
};

const Address = () => {
  const { pathname, hash } = useLocation();
  return <output data-testid="address">{pathname + hash}</output>;
};

const page = (address: string) => (
  <ServerData>
    <MemoryRouter initialEntries={[address]}>
      <Address />
      <Routes>
        <Route path="/auth" element={<AuthPage />} />
        <Route path="/" element={<h1>Home</h1>} />
      </Routes>
    </MemoryRouter>
  </ServerData>
);

function open(answers: StubAnswers = {}, address = '/auth'): { calls: StubCall[]; user: UserEvent } {
  const calls = stubServer(answers);
  render(page(address));
  return { calls, user: userEvent.setup() };
}

const address = (): string | null => screen.getByTestId('address').textContent;
const tab = (name: string) => screen.getByRole('tab', { name });
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
const problemOf = (label: string): string =>
  (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id.endsWith('-problem'))
    .map((id) => document.getElementById(id)?.textContent)
    .join();
const logIn = async (): Promise<void> => {
  await userEvent.type(screen.getByLabelText('Username'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await press('Sign In');
};

beforeEach(() => {
  document.cookie = 'signed_in=; path=/; max-age=0';
  window.localStorage.clear();
});
afterEach(() => queryClient.clear());

describe('the page', () => {
  test('stands prerendered with the login form, which sends nothing before it is taken over', () => {
    const html = renderToString(page('/auth#register'));
    expect(html).toMatch(/<h1[^>]*>Sign In<\/h1>/);
    expect(html).toMatch(/<form [^>]*method="post"/);
    expect(html).toMatch(/<button type="submit"[^>]* disabled=""[^>]*>Sign In/);
    expect(html).not.toContain('Create Account');
  });

  test('says why to sign up, in four lines, and leads home', () => {
    open();
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
    open();
    expect(tab('Login').getAttribute('aria-selected')).toBe('true');
    await userEvent.click(screen.getByRole('link', { name: 'Register' }));
    expect(tab('Register').getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(tab('Register'));
    expect(address()).toBe('/auth#register');
    expect(screen.getByRole('link', { name: 'Login' })).toBeDefined();
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeDefined();
    await userEvent.click(tab('Register'));
    expect(screen.getByRole('button', { name: 'Create Account' })).toBeDefined();
  });

  test('leads home whoever is signed in', async () => {
    document.cookie = 'signed_in=1; path=/';
    open({ 'GET /api/user': jsonAnswer(user) });
    await screen.findByRole('heading', { name: 'Home' });
    expect(address()).toBe('/');
  });

  test('says what will be claimed', () => {
    window.localStorage.setItem('anonymous_donations', JSON.stringify([gift, { ...gift, id: 'don_2' }]));
    open();
    expect(screen.getByText(/remembers 2 donations: \$7\.00, 6 meals/)).toBeDefined();
  });
});

describe('login', () => {
  test('says what is wrong under each field once it was submitted, and from then on with every change', async () => {
    const { calls, user: hand } = open();
    const username = screen.getByLabelText('Username');
    await hand.type(username, 'ad');
    expect(problemOf('Username')).toBe('');
    await press('Sign In');
    expect(problemOf('Username')).toBe('Username must be at least 3 characters');
    expect(problemOf('Password')).toBe('Password must be at least 6 characters');
    expect(username.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(username);
    await hand.type(username, 'a');
    expect(problemOf('Username')).toBe('');
    expect(problemOf('Password')).toBe('Password must be at least 6 characters');
    await hand.type(username, '{Backspace}');
    expect(problemOf('Username')).toBe('Username must be at least 3 characters');
    expect(calls).toEqual([]);
  });

  test('signs in, greets and goes exactly home', async () => {
    const { calls } = open({ [loginCall]: opened });
    await logIn();
    await screen.findByRole('heading', { name: 'Home' });
    expect(address()).toBe('/');
    expect(calls).toEqual([{ call: loginCall, body: { username: 'ada', password: 'secret' } }]);
    expect(readToast()).toMatchObject({ title: 'Welcome back!', description: 'You are signed in, ada.' });
  });

  test('reads what a password manager filled in without an event', async () => {
    const { calls } = open({ [loginCall]: opened });
    screen.getByLabelText<HTMLInputElement>('Username').value = 'ada';
    screen.getByLabelText<HTMLInputElement>('Password').value = 'secret';
    await press('Sign In');
    await waitFor(() => expect(calls[0]?.body).toEqual({ username: 'ada', password: 'secret' }));
  });

  test('is under way once, however often the button is pressed', async () => {
    const { calls } = open({ [loginCall]: () => new Promise<Response>(() => {}) });
    await logIn();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Signing in...' });
    expect(button.disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Password'), '{Enter}');
    expect(calls).toHaveLength(1);
  });

  test('that is refused says so in the server’s words, and stays', async () => {
    open({ [loginCall]: refusalAnswer(401, 'Invalid username or password') });
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
    open({ [loginCall]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await logIn();
    await waitFor(() => expect(readToast()?.description).toBe('We could not reach the server. Please try again.'));
  });
});

describe('registration', () => {
  const fill = async (): Promise<void> => {
    await userEvent.type(screen.getByLabelText('Username'), 'ada');
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'GB');
  };

  test('says what is wrong in the spec’s words; names may stay empty', async () => {
    const { calls } = open({}, '/auth#register');
    await userEvent.type(screen.getByLabelText('Email'), 'ada@');
    await press('Create Account');
    expect(['Username', 'Email', 'Password', 'Country', 'First name (optional)'].map(problemOf)).toEqual([
      'Username must be at least 3 characters',
      'Please enter a valid email address',
      'Password must be at least 6 characters',
      'Please select a country',
      '',
    ]);
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'OTHER');
    expect(problemOf('Country')).toBe('');
    expect(calls).toEqual([]);
  });

  test('starts its country on the prompt, with a value, and lists the spec’s countries', () => {
    open({}, '/auth#register');
    const select = screen.getByLabelText<HTMLSelectElement>('Country');
    expect(select.value).toBe('none');
    const options = within(select).getAllByRole<HTMLOptionElement>('option');
    expect(options).toHaveLength(34);
    expect(options.slice(0, 2).map(({ value, text }) => [value, text])).toEqual([
      ['none', 'Select a country'],
      ['US', 'United States'],
    ]);
    expect(options.at(-1)?.text).toBe('Other');
  });

  test('is filled in by browsers, field by field', () => {
    open({}, '/auth#register');
    const fields = screen.getByRole('form', { name: 'Register' }).querySelectorAll('[autocomplete]');
    expect(Array.from(fields, (field) => field.getAttribute('autocomplete'))).toEqual([
      'username',
      'email',
      'new-password',
      'given-name',
      'family-name',
      'country',
    ]);
  });

  test('makes the account, claims what the browser remembers, says so and goes home', async () => {
    window.localStorage.setItem('anonymous_donations', JSON.stringify([gift]));
    const { calls } = open({ [registerCall]: opened, [claimCall]: jsonAnswer({ id: 'don_1' }) }, '/auth#register');
    await fill();
    await press('Create Account');
    await screen.findByRole('heading', { name: 'Home' });
    expect(address()).toBe('/');
    expect(calls).toEqual([
      {
        call: registerCall,
        body: {
          username: 'ada',
          email: 'ada@example.org',
          password: 'secret',
          firstName: '',
          lastName: '',
          country: 'GB',
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      },
      { call: claimCall, body: { userId: 'usr_1' } },
    ]);
    expect(readToast()).toMatchObject({
      title: 'Account created!',
      description: 'You are signed in, ada. Your donation has been claimed to your account.',
    });
    expect(window.localStorage.getItem('anonymous_donations')).toBeNull();
  });

  test('goes home also when the claim fails, and the browser keeps the gift', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    window.localStorage.setItem('anonymous_donations', JSON.stringify([gift]));
    open({ [registerCall]: opened, [claimCall]: refusalAnswer(500, 'Something broke.') }, '/auth#register');
    await fill();
    await press('Create Account');
    await screen.findByRole('heading', { name: 'Home' });
    expect(readToast()?.description).toBe('You are signed in, ada.');
    expect(window.localStorage.getItem('anonymous_donations')).toBe(JSON.stringify([gift]));
  });

  test('that is refused says so', async () => {
    open({ [registerCall]: refusalAnswer(400, 'This username is already taken') }, '/auth#register');
    await fill();
    await press('Create Account');
    await waitFor(() =>
      expect(readToast()).toMatchObject({
        title: 'Registration failed',
        description: '400: This username is already taken',
        tone: 'destructive',
      }),
    );
  });

  test('hints at a weak password and takes it all the same', async () => {
    const { calls } = open({ [registerCall]: opened }, '/auth#register');
    await fill();
    expect(screen.getByText('Easy to guess. A few more characters help most.')).toBeDefined();
    await press('Create Account');
    await waitFor(() => expect(calls).toHaveLength(1));
  });
});
