// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { PlanResponse } from '#contract/plan.ts';
import { jsonResponse, noResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import { aPlan, card, listCall, openPlans } from '#test/support/web/plans-page.tsx';

const buttonsOf = async (): Promise<(string | null)[]> =>
  (await card()).getAllByRole('button').map(({ textContent }) => textContent);
const linesOf = async (): Promise<string[][]> =>
  (await card())
    .getAllByRole('term')
    .map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent ?? '']);

describe('a plan', () => {
  test('shows the amount, the card charge and the next date', async () => {
    openPlans(() => [aPlan()]);
    const plan = await card();
    expect(plan.getByText('Maple Pantry')).toBeDefined();
    expect(plan.getByText('$3.50').parentElement?.textContent).toBe('$3.50 per month≈ 3 meals');
    expect(plan.getByText('Next gift on Dec 21, 2026')).toBeDefined();
    expect(await linesOf()).toEqual([
      ['With the 10% fee', '$3.85'],
      ['Your card is charged', 'CA$5.24'],
      ['Card', 'Visa ending in 4242'],
    ]);
  });

  test('marks US dollars for a donor who sees another currency', async () => {
    openPlans(() => [aPlan()], {}, 'CA');
    expect((await card()).getByText('US$3.50')).toBeDefined();
    expect(await linesOf()).toContainEqual(['With the 10% fee', 'US$3.85']);
  });

  test('has no card line when the card is unknown', async () => {
    openPlans(() => [aPlan({ card: null })]);
    expect((await linesOf()).map(([term]) => term)).not.toContain('Card');
  });

  test.each<[Partial<PlanResponse>, string, RegExp | undefined, string[]]>([
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
      { status: 'paused', pausedUntil: '2027-02-20T12:00:00.000Z', nextChargeAt: '2027-02-21T12:00:00.000Z' },
      'Paused until Feb 21, 2027',
      /Nothing is charged before Feb 21, 2027\. Then it resumes automatically\./,
      ['Change', 'Resume', 'Replace card', 'Cancel this gift'],
    ],
    [
      { status: 'paused', nextChargeAt: null },
      'Paused',
      /until you resume it/,
      ['Change', 'Resume', 'Replace card', 'Cancel this gift'],
    ],
    [
      { status: 'paused', nextChargeAt: null, waitsForCharity: true },
      'Waiting for a charity',
      /^Maple Pantry no longer takes donations, so nothing is charged\. Choose another charity, and your gift resumes/,
      ['Choose a charity', 'Replace card', 'Cancel this gift'],
    ],
    [
      { status: 'paused', nextChargeAt: null, waitsForCharity: true, pausedUntil: '2027-02-20T12:00:00.000Z' },
      'Waiting for a charity',
      /your gift resumes after the pause that you chose\./,
      ['Choose a charity', 'Replace card', 'Cancel this gift'],
    ],
    [
      { status: 'past_due', waitsForCharity: true },
      'Waiting for a charity',
      /no longer takes donations/,
      ['Choose a charity', 'Replace card', 'Cancel this gift'],
    ],
  ])('%o has its own badge, advice and buttons', async (changes, badge, advice, buttons) => {
    openPlans(() => [aPlan(changes)]);
    const plan = await card();
    expect(plan.getByText(badge)).toBeDefined();
    if (advice) expect(plan.getByText(advice)).toBeDefined();
    expect(await buttonsOf()).toEqual(buttons);
  });

  test.each([{ status: 'past_due' }, { waitsForCharity: true }] as const)(
    'promises no date while %o',
    async (changes) => {
      openPlans(() => [aPlan(changes)]);
      expect((await card()).queryByText(/Next gift/)).toBeNull();
    },
  );
});

describe('the list of plans', () => {
  test('lists the ended plans collapsed, without buttons, below the current ones', async () => {
    const ended = aPlan({ id: 'pln_2', label: 'Salad', status: 'ended', endedAt: '2026-11-22T12:00:00.000Z' });
    openPlans(() => [aPlan(), ended]);
    await card();
    const details = screen.getByText('1 past gift').closest('details');
    expect(details?.open).toBe(false);
    const salad = within(details?.querySelector('article') ?? document.body);
    expect(salad.getByText('Ended on Nov 22, 2026')).toBeDefined();
    expect(salad.getByText('It was $3.50 per month.')).toBeDefined();
    expect(salad.queryByRole('button')).toBeNull();
  });

  test('offers a new plan when all have ended', async () => {
    openPlans(() => [aPlan({ status: 'ended' }), aPlan({ id: 'pln_2', status: 'ended' })]);
    expect(await screen.findByText('You have no active monthly gifts. Choose Monthly when you give.')).toBeDefined();
    expect(screen.getByText('2 past gifts')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Give monthly' }).getAttribute('href')).toBe('/#donate');
  });

  test('is an invitation when it is empty', async () => {
    openPlans(() => []);
    expect(await screen.findByText('You have no monthly gifts. Choose Monthly when you give.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Give monthly' }).getAttribute('href')).toBe('/#donate');
  });

  test('shows a status while it loads', async () => {
    openPlans(() => [], { [listCall]: noResponse });
    expect((await screen.findByText('Loading your monthly gifts…')).parentElement?.role).toBe('status');
  });

  test.each([
    ['a refusal', refusalResponse(500, 'Something broke.')],
    [
      'an unknown currency',
      jsonResponse([aPlan({ charge: { subtotal: 4.76, serviceFee: 0.48, total: 5.24, currency: 'XXX' } })]),
    ],
  ])('shows an error for %s, and Try Again recovers from it', async (_reason, failure) => {
    let respond = failure;
    openPlans(() => [], { [listCall]: () => respond() });
    await screen.findByText('Failed to load your monthly gifts');
    respond = jsonResponse([aPlan()]);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await card()).toBeDefined();
  });
});
