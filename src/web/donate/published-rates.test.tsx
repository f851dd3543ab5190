// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { customBasket } from '#domain/donation/basket.ts';
import { money } from '#domain/money/money.ts';
import { donateButton, openDonatePage, type DonatePage } from '#test/support/web/donate-page.tsx';
import { jsonResponse } from '#test/support/web/stub-server.ts';
import { emptyDraft } from './draft/draft.ts';
import { draftText, storedDraftKey } from './draft/stored-draft.ts';

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

const open = (country: string, rates: object): Promise<DonatePage> =>
  openDonatePage({ country, responses: { 'GET /api/rates': jsonResponse({ setOn: '2026-12-01', ...rates }) } });

const coffee = () => screen.findByRole('button', { name: /^Coffee/ });
const selector = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country and currency' });

test('even the first prices shown use the published rates', async () => {
  const { user } = await open('GB', { unitsPerDollar: { GBP: '0.8', CAD: '1.4' } });
  await user.click(await coffee());
  await waitFor(() => expect(donateButton().textContent).toBe('Donate £3.08')); // US$3.85 × 0.8
});

test('a checkout names the version of the rates that its figures are calculated with', async () => {
  const { user, checkouts } = await open('GB', { version: 12, unitsPerDollar: { CAD: '1.4' } });
  await user.click(await coffee());
  await user.click(donateButton());
  await waitFor(() => expect(checkouts[0]?.body).toMatchObject({ amount: 539, pricedWith: { rates: 12 } }));
});

test('the card and the review step name the day of the exchange rate for the charge', async () => {
  const { user } = await open('GB', { unitsPerDollar: { GBP: '0.8', CAD: '1.4' } });
  await user.click(await coffee());
  const sentence = 'Your card will be charged CA$5.39, at the exchange rate of Dec 1, 2026'; // US$3.85 × 1.4
  const card = within(screen.getByRole('form', { name: 'Your donation' }));
  expect(card.getByText(sentence)).toBeDefined();
  const bar = within(screen.getByRole('region', { name: 'Your donation so far' }));
  await user.click(bar.getByRole('button', { name: 'Donate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review your donation' }));
  expect(dialog.getByText(sentence)).toBeDefined();
});

test('a currency whose rate is too old is shown in US dollars, in the selector too', async () => {
  const { user } = await open('NG', { unitsPerDollar: { NGN: '1550' }, inDollars: ['NGN'] });
  await user.click(await coffee());
  await waitFor(() => expect(donateButton().textContent).toBe('Donate $3.85'));
  expect(selector().selectedOptions[0]?.textContent).toBe('🇳🇬 Nigeria – USD $ US Dollar');
});

test('an amount that was typed in a currency whose rate is now too old stays in the basket, in US dollars', async () => {
  const draft = { ...emptyDraft('key-of-a-draft'), basket: customBasket(money(1_550_000, 'NGN')) };
  window.sessionStorage.setItem(storedDraftKey, draftText(draft));
  await open('NG', { unitsPerDollar: { NGN: '1550' }, inDollars: ['NGN'] });
  await waitFor(() => expect(donateButton().textContent).toBe('Donate $11.00')); // NGN 15,500 and the fee
});
