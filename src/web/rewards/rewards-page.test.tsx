// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { badgeIds } from '#domain/rewards/badges.ts';
import { failure, openFor, type Responses } from '#test/support/web/donor-page.tsx';
import RewardsPage from './rewards-page.tsx';
import { jsonResponse, noResponse } from '#test/support/web/stub-server.ts';

const impact = { totalDonated: 58.5, totalMeals: 42, donationsCount: 9, charitiesSupported: 3 };
const noImpact = { totalDonated: 0, totalMeals: 0, donationsCount: 0, charitiesSupported: 0 };
const rewards = { streak: 5, points: 1185, badges: ['charity_explorer', 'first_donation', 'unknown_badge'] };
const nothing = { streak: 0, points: 0, badges: [] };
/** Returns the week up to Friday, November 20, with donations on the days marked `#`. */
const weekOf = (marks: string): readonly object[] =>
  Array.from(marks, (mark, index) => ({ day: `2026-11-${14 + index}`, hasDonation: mark === '#' }));

const open = (responses: Responses = {}): readonly string[] =>
  openFor('donor', <RewardsPage />, {
    '/api/rewards': { ...rewards, week: weekOf('--#####') },
    '/api/impact': impact,
    ...responses,
  });
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const figure = (term: string): string | null | undefined => screen.getByText(term).nextElementSibling?.textContent;

describe('the streak', () => {
  test('is shown in days with points, next goal and progress', async () => {
    open();
    await screen.findByText('5 days'); // the skeleton has the same title
    const streak = await card('Your Donation Streak');
    expect([figure('Points'), figure('Next goal')]).toEqual(['1,185', '7 days']);
    expect(streak.getByRole('progressbar', { name: 'Progress toward 7 days' }).getAttribute('aria-valuenow')).toBe(
      '50',
    );
  });

  test('of one day reads 1 day', async () => {
    open({ '/api/rewards': { ...rewards, streak: 1 } });
    expect(await screen.findByText('1 day')).toBeDefined();
  });

  test.each([
    ['today', '--#####', 'Today: given', "You've given today. Thank you!"],
    ['yesterday', '-#####-', 'Today: no gift', 'Give today to make it 6 days.'],
  ])('that ends %s shows whether today has a donation', async (_when, marks, today, text) => {
    open({ '/api/rewards': { ...rewards, week: weekOf(marks) } });
    const row = within(await screen.findByRole('list', { name: 'The last seven days' }));
    expect(row.getAllByRole('listitem').at(-1)?.textContent).toBe(today);
    expect(screen.getByText(text)).toBeDefined();
  });

  test('marks and names every day of the week with a donation, even before a gap', async () => {
    open({ '/api/rewards': { ...rewards, streak: 1, week: weekOf('--###-#') } });
    const row = within(await screen.findByRole('list', { name: 'The last seven days' }));
    expect(row.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Sat: no gift',
      'Sun: no gift',
      'Mon: given',
      'Tue: given',
      'Wed: given',
      'Thu: no gift',
      'Today: given',
    ]);
    expect(row.getAllByRole('listitem').map((day) => day.querySelector('svg') !== null)).toEqual(
      Array.from('--###-#', (mark) => mark === '#'),
    );
  });

  test('is shown without a row of days when the response has only the fields of the spec', async () => {
    open({ '/api/rewards': rewards });
    expect(await screen.findByText('Every day you give counts.')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'The last seven days' })).toBeNull();
  });

  test('that was broken gets an encouraging sentence', async () => {
    open({ '/api/rewards': { ...rewards, streak: 0 } });
    expect(await screen.findByText('Every day is a good first day.')).toBeDefined();
  });
});

describe('badges', () => {
  test('are listed in the order of the catalogue, each with its icon and a tooltip', async () => {
    open();
    const shelf = await card('Badges Earned');
    const [earned] = shelf.getAllByRole('list');
    const buttons = within(earned ?? document.body).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['First Donation', 'Charity Explorer']);
    expect(buttons.map((button) => button.querySelector('img')?.getAttribute('src'))).toEqual([
      '/badges/first-donation.svg',
      '/badges/charity-explorer.svg',
    ]);
    const tooltip = document.getElementById(buttons[0]?.getAttribute('aria-describedby') ?? '');
    expect([tooltip?.role, tooltip?.textContent]).toEqual(['tooltip', 'Made your first donation']);
  });

  test('hide their tooltip on Escape until the next focus', async () => {
    open();
    const button = await screen.findByRole('button', { name: 'First Donation' });
    const isDismissed = (): string | undefined => button.parentElement?.dataset['dismissed'];
    fireEvent.keyDown(button, { key: 'Escape' });
    expect(isDismissed()).toBe('true');
    fireEvent.focus(button);
    expect(isDismissed()).toBe('false');
  });

  test('include the next one with a hint', async () => {
    open();
    const next = await card('Next Badge to Unlock');
    expect(next.getByText('Week Streak')).toBeDefined();
    expect(next.getByText('2 more days in a row to reach 7')).toBeDefined();
  });

  test('never name an earned one as the next', async () => {
    const badges = ['first_donation', 'three_day_streak', 'week_streak'];
    open({ '/api/rewards': { ...rewards, streak: 0, badges } });
    const next = await card('Next Badge to Unlock');
    expect(next.getByText('Month Streak')).toBeDefined();
    expect(next.getByText('Donate for 30 consecutive days')).toBeDefined();
  });

  test('show a thank-you instead of the next one when all are earned', async () => {
    open({ '/api/rewards': { ...rewards, badges: badgeIds } });
    expect((await card('Every badge is yours')).getByText("You've earned all 6. Thank you!")).toBeDefined();
    expect(screen.queryByText('Still to earn')).toBeNull();
  });

  test('show an invitation when none is earned', async () => {
    open({ '/api/rewards': nothing });
    expect(await screen.findByText('Make a donation to earn your first badge!')).toBeDefined();
  });
});

describe('the rewards page', () => {
  test('shows the impact and how points work', async () => {
    open();
    await screen.findByText('$58.50');
    const names = ['Total Donated', 'Meals Provided', 'Donations Made', 'Charities Supported'];
    expect(names.map(figure)).toEqual(['$58.50', '42', '9', '3']);
    const rules = screen.getByText('How Points Work').closest('details')?.querySelectorAll('li');
    expect(Array.from(rules ?? [], ({ textContent }) => textContent)).toEqual([
      'First day of a streak10 points',
      'Each day after that5 more than the day before, up to 50',
      'Reaching day 3+25',
      'Reaching day 7+75',
      'Reaching day 30+300',
      'Every tenth day after that+50',
    ]);
  });

  test('links to the history', () => {
    open();
    expect(screen.getByRole('link', { name: 'View Donation History' }).getAttribute('href')).toBe('/donation-history');
  });

  test('invites a donor without donations to start', async () => {
    open({ '/api/rewards': nothing, '/api/impact': noImpact });
    const banner = await card('Start Your Journey');
    expect(banner.getByRole('link', { name: 'Donate Now' }).getAttribute('href')).toBe('/');
    expect(await screen.findByText('0 days')).toBeDefined();
  });

  test('does not invite a donor with donations', async () => {
    open();
    await screen.findByText('$58.50');
    expect(screen.queryByText('Start Your Journey')).toBeNull();
  });

  test('shows a skeleton under the streak’s title while it loads', async () => {
    open({ '/api/rewards': noResponse });
    expect(await screen.findByText('Loading your rewards…')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Your Donation Streak' })).toBeDefined();
  });

  test('shows an error when the rewards fail to load, keeps the impact, and can try again', async () => {
    let isDown = true;
    open({ '/api/rewards': () => (isDown ? failure() : jsonResponse(rewards)()) });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your rewards.');
    expect(await screen.findByText('$58.50')).toBeDefined();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('5 days')).toBeDefined();
  });

  test('sends a visitor to sign in, and calls no endpoint', async () => {
    const calls = openFor('visitor', <RewardsPage />);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
    expect(calls).toEqual([]);
  });
});
