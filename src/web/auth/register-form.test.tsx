// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signInState } from '#web/session/index.ts';
import { readToast } from '#web/ui/toast/toast.ts';
import {
  ada,
  forgetVisitor,
  openAuthPage,
  openSessionFor,
  press,
  problemOf,
  shownAddress,
} from '#test/support/web/auth-page.tsx';
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';

const registerCall = 'POST /api/register';
const claimCall = 'PATCH /api/donations/don_1/claim';
const donation = { id: 'don_1', amount: 3.5, mealsProvided: 3 };

beforeEach(forgetVisitor);

describe('registration', () => {
  const fill = async (): Promise<void> => {
    await userEvent.type(screen.getByLabelText('Username'), 'ada');
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.selectOptions(countrySelect(), 'GB');
  };
  const countrySelect = (): HTMLSelectElement => screen.getByLabelText('Country');

  test('shows the spec’s errors; names may stay empty', async () => {
    const calls = openAuthPage({}, '/auth#register');
    await userEvent.type(screen.getByLabelText('Email'), 'ada@');
    await userEvent.selectOptions(countrySelect(), 'Select a country');
    await press('Create Account');
    expect(['Username', 'Email', 'Password', 'Country', 'First name (optional)'].map(problemOf)).toEqual([
      'Username must be at least 3 characters',
      'Please enter a valid email address',
      'Password must be at least 6 characters',
      'Please select a country',
      '',
    ]);
    await userEvent.selectOptions(countrySelect(), 'OTHER');
    expect(problemOf('Country')).toBe('');
    expect(calls).toEqual([]);
  });

  test.each([
    ['\u0430dmin', 'Please use letters of one common alphabet'],
    ['ada\u3164', 'Username can have 3 to 40 letters, digits, dots, dashes and underscores'],
  ])('shows under its field why the username %j is refused', async (username, sentence) => {
    const calls = openAuthPage({}, '/auth#register');
    await fill();
    await userEvent.clear(screen.getByLabelText('Username'));
    await userEvent.type(screen.getByLabelText('Username'), username);
    await press('Create Account');
    expect(problemOf('Username')).toBe(sentence);
    expect(calls).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Username'));
    await userEvent.type(screen.getByLabelText('Username'), 'admira');
    expect(problemOf('Username')).toBe('');
  });

  test('lists a prompt that has a value, and the spec’s countries', () => {
    openAuthPage({}, '/auth#register');
    const options = within(countrySelect()).getAllByRole<HTMLOptionElement>('option');
    expect(options).toHaveLength(34);
    expect(options.slice(0, 2).map(({ value, text }) => [value, text])).toEqual([
      ['none', 'Select a country'],
      ['US', 'United States'],
    ]);
    expect(options.at(-1)?.text).toBe('Other');
  });

  test.each([
    ['en-GB', 'GB'],
    ['de-CH', 'none'],
  ])('preselects the country of a browser in %s, or the prompt: %s', (language, value) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
    openAuthPage({}, '/auth#register');
    expect(countrySelect().value).toBe(value);
  });

  test('preselects the country that the visitor chose, and keeps what is picked in the form', async () => {
    window.localStorage.setItem('country', 'JP');
    openAuthPage({}, '/auth#register');
    expect(countrySelect().value).toBe('JP');
    await userEvent.selectOptions(countrySelect(), 'FR');
    await press('Create Account');
    expect(countrySelect().value).toBe('FR');
  });

  test('supports autofill in each field', () => {
    openAuthPage({}, '/auth#register');
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

  test('creates the account, claims the stored donations, says what it did and goes home', async () => {
    window.localStorage.setItem('anonymous_donations', JSON.stringify([donation]));
    const calls = openAuthPage(
      { [registerCall]: () => openSessionFor(ada), [claimCall]: jsonResponse({ id: 'don_1' }) },
      '/auth#register',
    );
    await fill();
    await press('Create Account');
    await screen.findByRole('heading', { name: 'Home' });
    expect(shownAddress()).toBe('/');
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

  test('returns to the page that sent the visitor here', async () => {
    const state = signInState({ returnTo: '/rewards', hasSessionEnded: false });
    openAuthPage({ [registerCall]: () => openSessionFor(ada) }, '/auth#register', state);
    await fill();
    await press('Create Account');
    await waitFor(() => expect(shownAddress()).toBe('/rewards'));
  });

  test('goes home even when the claim fails, and the donation stays stored', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    window.localStorage.setItem('anonymous_donations', JSON.stringify([donation]));
    openAuthPage(
      { [registerCall]: () => openSessionFor(ada), [claimCall]: refusalResponse(500, 'Something broke.') },
      '/auth#register',
    );
    await fill();
    await press('Create Account');
    await screen.findByRole('heading', { name: 'Home' });
    expect(readToast()?.description).toBe(
      "You are signed in, ada. We couldn't claim a donation. Try again in My Donations.",
    );
    expect(window.localStorage.getItem('anonymous_donations')).toBe(JSON.stringify([donation]));
  });

  test('shows the server’s message when it is refused', async () => {
    openAuthPage({ [registerCall]: refusalResponse(400, 'This username is already taken') }, '/auth#register');
    await fill();
    await press('Create Account');
    await waitFor(() =>
      expect(readToast()).toMatchObject({
        title: 'Registration failed',
        description: 'This username is already taken',
        tone: 'destructive',
      }),
    );
  });

  test('sends one request, however often it is submitted', async () => {
    const calls = openAuthPage({ [registerCall]: () => new Promise<Response>(() => {}) }, '/auth#register');
    await fill();
    await press('Create Account');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Creating account...' }).disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Password'), '{Enter}');
    expect(calls).toHaveLength(1);
  });

  test('hints at a weak password but accepts it', async () => {
    const calls = openAuthPage({ [registerCall]: () => openSessionFor(ada) }, '/auth#register');
    await fill();
    expect(screen.getByText('Easy to guess. Try making it longer.')).toBeDefined();
    await press('Create Account');
    await waitFor(() => expect(calls).toHaveLength(1));
  });
});
