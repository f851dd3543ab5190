// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failure, noAnswer, openFor, type Answers } from '#test/support/donor-visit.tsx';
import RewardsPage from './rewards-page.tsx';

const impact = { totalDonated: 58.5, totalMeals: 42, donationsCount: 9, charitiesSupported: 3 };
const noImpact = { totalDonated: 0, totalMeals: 0, donationsCount: 0, charitiesSupported: 0 };
const rewards = { streak: 5, points: 1185, badges: ['charity_explorer', 'first_donation', 'of_another_time'] };
const nothing = { streak: 0, points: 0, badges: [] };
const giftOf = (date: Date): object => ({
  id: 'don_1',
  snackName: 'Coffee',
  charityName: 'Maple Pantry',
  amount: 3.5,
  mealsProvided: 3,
  donationDate: date.toISOString(),
  recurring: false,
});
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

const open = (answers: Answers = {}): readonly string[] =>
  openFor('donor', <RewardsPage />, {
    '/api/rewards': rewards,
    '/api/impact': impact,
    '/api/donations': [giftOf(daysAgo(0))],
    ...answers,
  });
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const figure = (term: string): string | null | undefined => screen.getByText(term).nextElementSibling?.textContent;

describe('the streak', () => {
  test('is told in days, with points, the next goal and the way to it', async () => {
    open();
    await screen.findByText('5 days'); // the skeleton has the same title
    const streak = await card('Your Donation Streak');
    expect([figure('Points'), figure('Next goal')]).toEqual(['1,185', '7 days']);
    expect(streak.getByRole('progressbar', { name: 'Progress toward 7 days' }).getAttribute('aria-valuenow')).toBe(
      '50',
    );
  });

  test('of one day is 1 day', async () => {
    open({ '/api/rewards': { ...rewards, streak: 1 } });
    expect(await screen.findByText('1 day')).toBeDefined();
  });

  test.each([
    ['today', 0, 'Today: given', 'Today is in. Thank you!'],
    ['yesterday', 1, 'Today: no gift', 'A gift today makes it 6 days.'],
  ])('that ends %s marks today so', async (_when, days, today, words) => {
    open({ '/api/donations': [giftOf(daysAgo(days))] });
    const row = within(await screen.findByRole('list', { name: 'The last seven days' }));
    expect(row.getAllByRole('listitem').at(-1)?.textContent).toBe(today);
    expect(screen.getByText(words)).toBeDefined();
  });

  test('has no row of days while nobody knows when the last gift was', async () => {
    open({ '/api/donations': failure });
    expect(await screen.findByText('Every day you give counts.')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'The last seven days' })).toBeNull();
  });

  test('that broke is met with warm words', async () => {
    open({ '/api/rewards': { ...rewards, streak: 0 } });
    expect(await screen.findByText('Every day is a good first day.')).toBeDefined();
  });
});

describe('badges', () => {
  test('that were earned stand in the order of the catalogue, each described by a tooltip', async () => {
    open();
    const shelf = await card('Badges Earned');
    const [earned] = shelf.getAllByRole('list');
    const buttons = within(earned ?? document.body).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['First Donation', 'Charity Explorer']);
    const tooltip = document.getElementById(buttons[0]?.getAttribute('aria-describedby') ?? '');
    expect([tooltip?.role, tooltip?.textContent]).toEqual(['tooltip', 'Made your first donation']);
  });

  test('let their tooltip be sent away with Escape, until they are visited again', async () => {
    open();
    const button = await screen.findByRole('button', { name: 'First Donation' });
    const isDismissed = (): string | undefined => button.parentElement?.dataset['dismissed'];
    fireEvent.keyDown(button, { key: 'Escape' });
    expect(isDismissed()).toBe('true');
    fireEvent.focus(button);
    expect(isDismissed()).toBe('false');
  });

  test('have a next one, with what to do for it', async () => {
    open();
    const next = await card('Next Badge to Unlock');
    expect(next.getByText('Week Streak')).toBeDefined();
    expect(next.getByText('2 days left to 7 days in a row')).toBeDefined();
  });

  test('that nobody earned yet are an invitation', async () => {
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
      'Each further day, up to 50 a day5 more',
      'Reaching day 3+25',
      'Reaching day 7+75',
      'Reaching day 30+300',
      'Every tenth day after that+50',
    ]);
  });

  test('leads to the history', () => {
    open();
    expect(screen.getByRole('link', { name: 'View Donation History' }).getAttribute('href')).toBe('/donation-history');
  });

  test('invites a donor without donations to start', async () => {
    open({ '/api/rewards': nothing, '/api/impact': noImpact, '/api/donations': [] });
    const banner = await card('Start Your Journey');
    expect(banner.getByRole('link', { name: 'Donate Now' }).getAttribute('href')).toBe('/');
    expect(await screen.findByText('0 days')).toBeDefined();
  });

  test('spares a donor with donations the invitation', async () => {
    open();
    await screen.findByText('$58.50');
    expect(screen.queryByText('Start Your Journey')).toBeNull();
  });

  test('is a skeleton with the title of the streak while it loads', async () => {
    open({ '/api/rewards': noAnswer });
    expect(await screen.findByText('Loading your rewards…')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Your Donation Streak' })).toBeDefined();
  });

  test('says when rewards failed, keeps the impact, and asks again', async () => {
    let isDown = true;
    open({ '/api/rewards': () => (isDown ? failure() : new Response(JSON.stringify(rewards))) });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your rewards.');
    expect(await screen.findByText('$58.50')).toBeDefined();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('5 days')).toBeDefined();
  });

  test('asks for nothing of a visitor, who is sent to sign in', async () => {
    const calls = openFor('visitor', <RewardsPage />);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
    expect(calls).toEqual([]);
  });
});
