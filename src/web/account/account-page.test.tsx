// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { readToast } from '#web/ui/toast.ts';
import { anAccount, openFor, Pages } from '#test/support/account-visit.tsx';
import { forgetVisitor, press } from '#test/support/auth-page.tsx';
import { noAnswer } from '#test/support/donor-visit.tsx';
import { jsonAnswer, refusalAnswer } from '#test/support/stub-server.ts';
import AccountPage from './account-page.tsx';

beforeEach(forgetVisitor);

const headings = (): (string | null)[] =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

describe('the account', () => {
  test('has a section for each matter, and links to all of them', async () => {
    openFor(anAccount(), <AccountPage />);
    await screen.findByRole('heading', { name: 'Profile' });
    const links = within(screen.getByRole('navigation', { name: 'Your account' })).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(headings());
    const targets = links.map((link) => link.getAttribute('href')?.replace('/account#', '') ?? '');
    expect(targets.map((id) => document.getElementById(id)?.tagName)).toEqual(targets.map(() => 'SECTION'));
  });

  test('has the monthly gifts among its sections', async () => {
    openFor(anAccount(), <AccountPage />);
    const section = within(await screen.findByRole('region', { name: 'Monthly gifts' }));
    expect(await section.findByText('You have no monthly gifts. Choose Monthly when you give.')).toBeDefined();
  });

  test('says at a glance who it is and how things stand', async () => {
    openFor(anAccount({ isEmailConfirmed: false, hasSecondFactor: true }), <AccountPage />);
    await screen.findByText('With us since');
    const lines = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(lines).toEqual([
      ['Username', 'ada'],
      ['With us since', 'Mar 2, 2026'],
      ['Address', 'not confirmed'],
      ['Two-step sign-in', 'on'],
    ]);
  });

  test('stands in for itself while it loads', async () => {
    openFor(anAccount(), <AccountPage />, { 'GET /api/account': noAnswer });
    expect((await screen.findByText('Loading your account…')).parentElement?.role).toBe('status');
  });

  test('that did not come says so, and comes at another try', async () => {
    let answer = refusalAnswer(500, 'Something broke.');
    openFor(anAccount(), <AccountPage />, { 'GET /api/account': () => answer() });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your account');
    answer = jsonAnswer(anAccount());
    await press('Try Again');
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeDefined();
  });

  test('sends a visitor to sign in and asks for nothing', async () => {
    const calls = openFor('visitor', <AccountPage />);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
    expect(calls).toEqual([]);
  });

  test('stands prerendered with its title alone, and search engines stay out', () => {
    const html = renderToString(<Pages page={<AccountPage />} address="/account" />);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toMatch(/<h1[^>]*>Your account<\/h1>/);
    expect(html).not.toContain('Profile</h2>');
  });

  test('closes when a deed finds that the session is over', async () => {
    let user = jsonAnswer(anAccount());
    openFor(anAccount(), <AccountPage />, {
      'GET /api/user': () => user(),
      'PATCH /api/account': refusalAnswer(401, 'Please sign in.', 'sign_in_required'),
    });
    await screen.findByRole('button', { name: 'Save profile' });
    user = refusalAnswer(401, 'Please sign in.', 'sign_in_required');
    await press('Save profile');
    await screen.findByRole('heading', { name: 'Home' });
    expect(readToast()).toMatchObject({ title: 'Your profile was not saved', description: 'Please sign in.' });
    expect(document.cookie).not.toContain('signed_in=1');
  });
});

describe('the data', () => {
  test.each([
    ['Download all data (JSON)', accountEndpoints.downloadData.path],
    ['Download donations (CSV)', accountEndpoints.downloadDonations.path],
  ])('%s is a plain link that the browser saves', async (name, path) => {
    openFor(anAccount(), <AccountPage />);
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(path);
    expect(link.hasAttribute('download')).toBe(true);
  });
});
