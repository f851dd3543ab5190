// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { contentVersionHeader } from '#contract/catalogue.ts';
import { checkoutSentences } from '#contract/checkout.ts';
import type { Basket } from '#domain/donation/basket.ts';
import { money } from '#domain/money/money.ts';
import { readToast } from '#web/ui/toast/toast.ts';
import { charities, checkoutCall, donateButton, openDonatePage, snackCard } from '#test/support/web/donate-page.tsx';
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';
import { emptyDraft, type Draft } from './draft/draft.ts';
import { draftText, storedDraftKey } from './draft/stored-draft.ts';

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

const coffee = { id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3 };
const chips = { id: 2, name: 'Chips', price: 2, mealsProvided: 2 };

/** The snacks of a published version. */
const published =
  (version: number, snacks: readonly object[]): (() => Response) =>
  () => {
    const response = jsonResponse(snacks)();
    response.headers.set(contentVersionHeader, `${version}`);
    return response;
  };

/** A basket with a coffee and two bags of chips, stored by an earlier visit. */
const stored: Basket = {
  kind: 'stack',
  items: [
    { id: 1, name: 'Coffee', price: money(350, 'USD'), meals: 3, quantity: 1 },
    { id: 2, name: 'Chips', price: money(200, 'USD'), meals: 2, quantity: 2 },
  ],
};

const store = (draft: Partial<Draft>): void =>
  window.sessionStorage.setItem(storedDraftKey, draftText({ ...emptyDraft('key-of-a-draft'), ...draft }));

const choice = (): HTMLSelectElement => screen.getByRole('combobox', { name: 'Charity' });
const goneSentence = 'The charity you chose takes no new donations. Please choose another one.';

test('a checkout names the version of the catalogue that its prices come from', async () => {
  const { user, checkouts } = await openDonatePage({ responses: { 'GET /api/snacks': published(7, [coffee]) } });
  await user.click(await screen.findByRole('button', { name: /^Coffee/ }));
  await user.click(donateButton());
  await waitFor(() => expect(checkouts[0]?.body.pricedWith).toEqual({ catalogue: 7 }));
});

test('an uploaded picture is shown in place of our drawing', async () => {
  await openDonatePage({
    responses: { 'GET /api/snacks': jsonResponse([{ ...coffee, picture: '/pictures/a.webp' }, chips]) },
  });
  await screen.findByRole('button', { name: /^Coffee/ });
  const pictureOf = (name: string) => snackCard(name).querySelector('img')?.getAttribute('src');
  expect([pictureOf('Coffee'), pictureOf('Chips')]).toEqual(['/pictures/a.webp', '/snacks/chips.svg']);
});

test('the page says which snack of a stored basket is no longer available, and updates the figures', async () => {
  store({ basket: stored });
  await openDonatePage({ responses: { 'GET /api/snacks': jsonResponse([coffee]) } });
  const notice = await screen.findByText('Chips is no longer available. Your basket is updated.');
  expect(notice.closest('[role=status]')).not.toBeNull();
  expect(donateButton().textContent).toBe('Donate CA$5.24'); // a coffee
});

test('the page says that a stored basket has lost all its snacks', async () => {
  store({ basket: stored });
  await openDonatePage({ responses: { 'GET /api/snacks': jsonResponse([{ ...coffee, id: 9 }]) } });
  await screen.findByText('Coffee is no longer available. Chips is no longer available. Your basket is updated.');
  expect(donateButton().disabled).toBe(true);
});

test('the page says nothing about a stored basket at current prices', async () => {
  store({ basket: stored });
  await openDonatePage({ responses: { 'GET /api/snacks': jsonResponse([coffee, chips]) } });
  await waitFor(() => expect(donateButton().disabled).toBe(false));
  expect(screen.queryByText(/Your basket is updated/)).toBeNull();
});

test('the donor has to replace a stored charity that is gone', async () => {
  store({ basket: stored, charityId: 8 });
  const { user } = await openDonatePage();
  await screen.findByText(goneSentence);
  expect([choice().value, donateButton().disabled]).toEqual(['none', true]);
  await user.selectOptions(choice(), 'World Pantry');
  expect(screen.queryByText(goneSentence)).toBeNull();
  expect(donateButton().disabled).toBe(false);
});

test('a suggested charity that was retired while the page was open is replaced by the donor, not by the page', async () => {
  let offered: readonly object[] = charities;
  const { user, checkouts } = await openDonatePage({
    responses: {
      'GET /api/charities': () => jsonResponse(offered)(),
      [checkoutCall]: refusalResponse(400, checkoutSentences.charityRetired, 'invalid_charity'),
    },
  });
  await user.click(snackCard('Coffee'));
  await waitFor(() => expect(choice().value).toBe('6')); // Maple Pantry, for Canada
  offered = charities.filter(({ id }) => id !== 6);
  await user.click(donateButton());
  await screen.findByText(goneSentence);
  expect(readToast()?.description).toBe(checkoutSentences.charityRetired);
  expect([choice().value, donateButton().disabled, checkouts.length]).toEqual(['none', true, 1]);
});

test('the donation card explains the number of meals in the basket', async () => {
  const { user } = await openDonatePage({
    responses: {
      'GET /api/meal-sources': jsonResponse([
        { id: 1, meals: 3, source: 'As our food banks count.' },
        { id: 2, meals: 2, source: '' },
      ]),
    },
  });
  expect(screen.queryByRole('button', { name: /^Why [0-9]/ })).toBeNull();
  await user.click(snackCard('Coffee'));
  await user.click(snackCard('Chips'));
  await user.click(screen.getByRole('button', { name: 'Why 5 meals?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why 5 meals?' }));
  await dialog.findByText('As our food banks count.');
  expect(dialog.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)).toEqual([
    'Coffee: 3 meals As our food banks count.',
    'Chips: 2 meals An estimate from its price.',
  ]);
  await user.click(dialog.getByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
