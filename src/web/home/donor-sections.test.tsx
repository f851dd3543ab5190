// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { describedTerms, failure, noAnswer, openFor } from '#test/support/donor-visit.tsx';
import { formatDay } from '#web/ui/format-date.ts';
import { HistorySection } from './history-section.tsx';
import { VisitorImpact } from './impact-section-visitor.tsx';
import { ImpactSection } from './impact-section.tsx';

beforeEach(() => window.localStorage.clear());

const gift = {
  id: 'don_1',
  snackName: 'Coffee',
  charityName: 'Maple Pantry',
  amount: 3.5,
  mealsProvided: 3,
  donationDate: '2026-11-21T12:00:00.000Z',
  recurring: false,
};
const gifts = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ ...gift, id: `don_${index}`, snackName: `Snack ${index}` }));
const impact = { totalDonated: 10.5, totalMeals: 5, donationsCount: 3, charitiesSupported: 1 };
const noImpact = { totalDonated: 0, totalMeals: 0, donationsCount: 0, charitiesSupported: 0 };

const openHistory = (donations: unknown): readonly string[] =>
  openFor('donor', <HistorySection />, { '/api/donations': donations });
const openImpact = (answer: unknown): readonly string[] =>
  openFor('donor', <ImpactSection />, { '/api/impact': answer });

describe("a donor's history on the home page", () => {
  test('is the latest three, with the way to all when there are more', async () => {
    openHistory(gifts(4));
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('p')?.textContent)).toEqual(['Snack 0', 'Snack 1', 'Snack 2']);
    expect(screen.getByRole('link', { name: /^View all/ }).getAttribute('href')).toBe('/donation-history');
  });

  test('of three needs no way to more', async () => {
    openHistory(gifts(3));
    expect(await screen.findAllByRole('listitem')).toHaveLength(3);
    expect(screen.queryByRole('link', { name: /^View all/ })).toBeNull();
  });

  test('dates a gift without a date today', async () => {
    openHistory([{ ...gift, donationDate: '' }]);
    expect(await screen.findByText(formatDay(new Date()))).toBeDefined();
  });

  test('is three skeletons while it loads', async () => {
    openHistory(noAnswer);
    const list = (await screen.findByText('Loading your donations…')).nextElementSibling;
    expect(list?.children).toHaveLength(3);
  });

  test('invites a donor without donations', async () => {
    openHistory([]);
    expect(await screen.findByText("You haven't made any donations yet")).toBeDefined();
  });

  test('says when it failed, and asks again', async () => {
    let isDown = true;
    openHistory(() => (isDown ? failure() : new Response(JSON.stringify(gifts(1)))));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your donation history');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Snack 0')).toBeDefined();
  });

  test('says that it failed when the account cannot be reached', async () => {
    openFor('donor', <HistorySection />, { '/api/user': failure });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your donation history');
  });
});

describe("a donor's impact on the home page", () => {
  test('is their own figures, each with its bar', async () => {
    openImpact(impact);
    expect(await screen.findByText(/^You have given \$10\.50 in 3 donations\./)).toBeDefined();
    expect(describedTerms()).toEqual([
      ['Meals provided', '5'],
      ['Families helped', '2'],
      ['Pounds of food', '7.5'],
    ]);
    const bars = screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow'));
    expect(bars).toEqual(['50', '20', '75']);
  });

  test('has no bars while it loads', async () => {
    openImpact(noAnswer);
    expect(await screen.findByText('Families helped')).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('says where there is none', async () => {
    openImpact(noImpact);
    expect(await screen.findByText('No impact data yet.')).toBeDefined();
  });

  test('says when it failed, and asks again', async () => {
    let isDown = true;
    openImpact(() => (isDown ? failure() : new Response(JSON.stringify(impact))));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your impact data.');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/^You have given/)).toBeDefined();
  });
});

describe('a visitor', () => {
  test('sees an example of an impact and an empty history, and the server is asked for nothing', () => {
    const calls = openFor(
      'visitor',
      <>
        <ImpactSection />
        <HistorySection />
      </>,
    );
    expect(describedTerms()[0]).toEqual(['Meals provided', '10']);
    expect(screen.getByRole('link', { name: 'Make Your First Donation' })).toBeDefined();
    expect(calls).toEqual([]);
  });

  test.each([
    [0, 'a gift of 10 meals', ['10', '5', '15']],
    [1, 'your basket of 1 meal', ['1', '0', '1.5']],
    [7, 'your basket of 7 meals', ['7', '3', '10.5']],
    [1200, 'your basket of 1,200 meals', ['1,200', '600', '1,800']],
  ])('with %i meals in the basket reads what %s comes to', (basketMeals, described, figures) => {
    openFor('visitor', <VisitorImpact basketMeals={basketMeals} />);
    expect(screen.getByText(new RegExp(`^This is what ${described} comes to\\.`))).toBeDefined();
    expect(describedTerms().map(([, figure]) => figure)).toEqual(figures);
  });

  test('finds the community’s block and nobody else does', () => {
    openFor('visitor', <ImpactSection />);
    expect(screen.getByText('Community Impact').closest('[hidden]')).not.toBeNull();
    expect(screen.queryByRole('heading', { name: 'Community Impact' })).toBeNull();
  });
});
