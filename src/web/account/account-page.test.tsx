// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { accountCalls } from '#contract/calls/account.ts';
import { readSignInReason } from '#web/session/index.ts';
import { readToast } from '#web/ui/toast/toast.ts';
import { anAccount, openFor, Pages } from '#test/support/web/account-page.tsx';
import { forgetVisitor, press } from '#test/support/web/auth-page.tsx';
import { jsonResponse, noResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import AccountPage from './account-page.tsx';

beforeEach(forgetVisitor);

const headings = (): (string | null)[] =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

describe('the account page', () => {
  test('links to each of its sections', async () => {
    openFor(anAccount(), <AccountPage />);
    await screen.findByRole('heading', { name: 'Profile' });
    const links = within(screen.getByRole('navigation', { name: 'Your account' })).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(headings());
    const targets = links.map((link) => link.getAttribute('href')?.replace('/account#', '') ?? '');
    expect(targets.map((id) => document.getElementById(id)?.tagName)).toEqual(targets.map(() => 'SECTION'));
  });

  test('includes the monthly gifts', async () => {
    openFor(anAccount(), <AccountPage />);
    const section = within(await screen.findByRole('region', { name: 'Monthly gifts' }));
    expect(await section.findByText('You have no monthly gifts. Choose Monthly when you give.')).toBeDefined();
  });

  test('summarizes the account in four lines', async () => {
    openFor(anAccount({ isEmailConfirmed: false, hasSecondFactor: true }), <AccountPage />);
    await screen.findByText('Member since');
    const lines = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(lines).toEqual([
      ['Username', 'ada'],
      ['Member since', 'Mar 2, 2026'],
      ['Email', 'not confirmed'],
      ['Two-step sign-in', 'on'],
    ]);
  });

  test('shows a status while it loads', async () => {
    openFor(anAccount(), <AccountPage />, { 'GET /api/account': noResponse });
    expect((await screen.findByText('Loading your account…')).parentElement?.role).toBe('status');
  });

  test('shows an error that Try Again recovers from', async () => {
    let respond = refusalResponse(500, 'Something broke.');
    openFor(anAccount(), <AccountPage />, { 'GET /api/account': () => respond() });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your account');
    respond = jsonResponse(anAccount());
    await press('Try Again');
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeDefined();
  });

  test('sends a visitor to sign in and fetches nothing', async () => {
    const calls = openFor('visitor', <AccountPage />);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
    expect(calls).toEqual([]);
  });

  test('is prerendered with its title alone, and not indexed', () => {
    const html = renderToString(<Pages page={<AccountPage />} address="/account" />);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toMatch(/<h1[^>]*>Your account<\/h1>/);
    expect(html).not.toContain('Profile</h2>');
  });

  test('leads to sign in when a change finds that the session has expired', async () => {
    const toastBefore = readToast();
    let user = jsonResponse(anAccount());
    openFor(anAccount(), <AccountPage />, {
      'GET /api/user': () => user(),
      'PATCH /api/account': refusalResponse(401, 'Please sign in.', 'sign_in_required'),
    });
    await screen.findByRole('button', { name: 'Save profile' });
    user = refusalResponse(401, 'Please sign in.', 'sign_in_required');
    await press('Save profile');
    await screen.findByRole('heading', { name: 'Sign In' });
    expect(readToast()).toBe(toastBefore); // `/auth` says why
    expect(readSignInReason(window.history.state)).toEqual({ returnTo: '/here', hasSessionEnded: true });
    expect(document.cookie).not.toContain('signed_in=1');
  });
});

describe('the data of the account', () => {
  const files = [
    ['Download all data (JSON)', accountCalls.downloadData.path],
    ['Download donations (CSV)', accountCalls.downloadDonations.path],
  ] as const;

  test.each(files)('%s is a plain download link', async (name, path) => {
    openFor(anAccount(), <AccountPage />);
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(path);
    expect(link.hasAttribute('download')).toBe(true);
  });

  test.each(files)('%s leads to sign in after the session has ended', async (name) => {
    let user = jsonResponse(anAccount());
    openFor(anAccount(), <AccountPage />, { 'GET /api/user': () => user() });
    const link = await screen.findByRole('link', { name });
    user = refusalResponse(401, 'Please sign in.', 'sign_in_required');
    await userEvent.click(link);
    await screen.findByRole('heading', { name: 'Sign In' });
    expect(readSignInReason(window.history.state)).toEqual({ returnTo: '/account#data', hasSessionEnded: true });
  });
});
