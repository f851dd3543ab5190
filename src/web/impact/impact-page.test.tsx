// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { describedTerms, failure, openFor } from '#test/support/web/donor-page.tsx';
import ImpactPage from './impact-page.tsx';
import { jsonResponse, noResponse } from '#test/support/web/stub-server.ts';

const impact = { totalDonated: 1292.4, totalMeals: 1287, donationsCount: 6, charitiesSupported: 3 };
const nothing = { totalDonated: 0, totalMeals: 0, donationsCount: 0, charitiesSupported: 0 };

const open = (response: unknown): readonly string[] =>
  openFor('donor', <ImpactPage />, { ...chartResponses, '/api/impact': response });

const chartResponses = { '/api/impact/months': { currentMonth: '2026-11', months: [] }, '/api/plans': [] };

describe('the impact page', () => {
  test('shows the four figures', async () => {
    open(impact);
    await screen.findByText('$1,292.40');
    expect(describedTerms()).toEqual([
      ['Total Donated', '$1,292.40'],
      ['Meals Provided', '1,287'],
      ['Donations Made', '6'],
      ['Charities Supported', '3'],
    ]);
  });

  test('says what the meals add up to, links to the donation form and can be shared', async () => {
    open(impact);
    expect(await screen.findByText(/1,930\.5 pounds of food, or a meal for 643 families/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Donate Now' }).getAttribute('href')).toBe('/#donate');
    const share = within(screen.getByRole('region', { name: 'Pass it on' }));
    const text = new URL(share.getByRole<HTMLAnchorElement>('link', { name: /^X/ }).href).searchParams.get('text');
    expect(text).toMatch(/1,287 meals.*#FightHunger/);
  });

  test.each([
    [1, 'Your 1 meal adds up to about 1.5 pounds of food.'],
    [2, 'Your 2 meals add up to about 3 pounds of food, or a meal for 1 family.'],
    [4, 'Your 4 meals add up to about 6 pounds of food, or a meal for 2 families.'],
  ])('says what %d meals add up to', async (totalMeals, sentence) => {
    open({ ...impact, totalMeals });
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  test('shows the names of its figures while they load', async () => {
    open(noResponse);
    expect(await screen.findByText('Loading your impact…')).toBeDefined();
    expect(describedTerms().map(([, figure]) => figure)).toEqual(['', '', '', '']);
  });

  test('invites a donor without donations', async () => {
    open(nothing);
    const text = 'No impact data available yet. Make your first donation to start tracking your impact!';
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Donate Now' })).toBeDefined();
  });

  test('shows an error, and Try Again loads the figures', async () => {
    let isDown = true;
    const calls = open(() => (isDown ? failure() : jsonResponse(impact)()));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your impact data.');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('$1,292.40')).toBeDefined();
    expect(calls.filter((path) => path === '/api/impact')).toHaveLength(2);
  });

  test('sends a visitor to sign in, and calls no endpoint', async () => {
    const calls = openFor('visitor', <ImpactPage />);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
    expect(calls).toEqual([]);
  });
});
