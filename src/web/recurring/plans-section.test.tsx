// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { PlanAnswer } from '#contract/recurring.ts';
import { noAnswer } from '#test/support/donor-visit.tsx';
import { jsonAnswer, refusalAnswer } from '#test/support/stub-server.ts';
import { aPlan, card, listCall, openPlans } from '#test/support/plans-visit.tsx';

const buttonsOf = async (): Promise<(string | null)[]> =>
  (await card()).getAllByRole('button').map(({ textContent }) => textContent);
const linesOf = async (): Promise<string[][]> =>
  (await card())
    .getAllByRole('term')
    .map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent ?? '']);

describe('a monthly gift', () => {
  test('says what is given each month, what the card pays, and when', async () => {
    openPlans(() => [aPlan()]);
    const plan = await card();
    expect(plan.getByText('Maple Pantry')).toBeDefined();
    expect(plan.getByText('$3.50').parentElement?.textContent).toBe('$3.50 USD per month≈ 3 meals');
    expect(plan.getByText('Next gift on Dec 21, 2026')).toBeDefined();
    expect(await linesOf()).toEqual([
      ['With the 10% fee (USD)', '$3.85'],
      ['Your card is charged', 'CA$5.24'],
      ['Card', 'Visa ending in 4242'],
    ]);
  });

  test('leaves out a card that nobody knows', async () => {
    openPlans(() => [aPlan({ card: null })]);
    expect((await linesOf()).map(([term]) => term)).not.toContain('Card');
  });

  test.each<[Partial<PlanAnswer>, string, RegExp | undefined, string[]]>([
    [
      { status: 'starting', nextChargeAt: null },
      'Starting',
      /first payment is not confirmed yet/,
      ['Cancel this gift'],
    ],
    [{ status: 'active' }, 'Active', undefined, ['Change', 'Pause', 'Replace card', 'Cancel this gift']],
    [
      { status: 'past_due' },
      'Payment failed',
      /last payment did not go through.*please replace it/,
      ['Replace card', 'Change', 'Cancel this gift'],
    ],
    [
      { status: 'paused', pausedUntil: '2027-02-21T12:00:00.000Z' },
      'Paused until Feb 21, 2027',
      /Nothing is charged until Feb 21, 2027\. Then it goes on by itself\./,
      ['Change', 'Resume', 'Replace card', 'Cancel this gift'],
    ],
    [
      { status: 'paused', nextChargeAt: null },
      'Paused',
      /until you resume it/,
      ['Change', 'Resume', 'Replace card', 'Cancel this gift'],
    ],
  ])('that is %o says so, says what to do, and offers that alone', async (differing, standing, advice, buttons) => {
    openPlans(() => [aPlan(differing)]);
    const plan = await card();
    expect(plan.getByText(standing)).toBeDefined();
    if (advice) expect(plan.getByText(advice)).toBeDefined();
    expect(await buttonsOf()).toEqual(buttons);
  });

  test('promises no date while its last payment is open', async () => {
    openPlans(() => [aPlan({ status: 'past_due' })]);
    expect((await card()).queryByText(/Next gift/)).toBeNull();
  });
});

describe('the monthly gifts', () => {
  test('that ended lie folded below those that go on, without anything to press', async () => {
    const ended = aPlan({ id: 'pln_2', label: 'Salad', status: 'ended', endedAt: '2026-11-22T12:00:00.000Z' });
    openPlans(() => [aPlan(), ended]);
    await card();
    const fold = screen.getByText('One gift that ended').closest('details');
    expect(fold?.open).toBe(false);
    const salad = within(fold?.querySelector('article') ?? document.body);
    expect(salad.getByText('Ended on Nov 22, 2026')).toBeDefined();
    expect(salad.getByText('It was $3.50 per month.')).toBeDefined();
    expect(salad.queryByRole('button')).toBeNull();
  });

  test('that all ended leave the way to a new one', async () => {
    openPlans(() => [aPlan({ status: 'ended' }), aPlan({ id: 'pln_2', status: 'ended' })]);
    expect(
      await screen.findByText('No monthly gift goes on at the moment. Choose Monthly when you give.'),
    ).toBeDefined();
    expect(screen.getByText('2 gifts that ended')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Give monthly' }).getAttribute('href')).toBe('/#donate');
  });

  test('are an invitation when there are none', async () => {
    openPlans(() => []);
    expect(await screen.findByText('You have no monthly gifts. Choose Monthly when you give.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Give monthly' }).getAttribute('href')).toBe('/#donate');
  });

  test('stand in for themselves while they load', async () => {
    openPlans(() => [], { [listCall]: noAnswer });
    expect((await screen.findByText('Loading your monthly gifts…')).parentElement?.role).toBe('status');
  });

  test.each([
    ['a refusal', refusalAnswer(500, 'Something broke.')],
    ['an unknown currency', jsonAnswer([aPlan({ charge: { total: 5.24, currency: 'XXX' } })])],
  ])('that did not come for %s say so, and come at another try', async (_reason, failure) => {
    let answer = failure;
    openPlans(() => [], { [listCall]: () => answer() });
    await screen.findByText('Failed to load your monthly gifts');
    answer = jsonAnswer([aPlan()]);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await card()).toBeDefined();
  });
});
