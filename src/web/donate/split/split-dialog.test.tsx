// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { FeeTermsResponse } from '#contract/split.ts';
import { donateButton, openDonatePage, snackCard } from '#test/support/web/donate-page.tsx';
import { jsonResponse, noResponse, refusalResponse, type StubResponses } from '#test/support/web/stub-server.ts';

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

const terms: FeeTermsResponse = { basisPoints: 290, fixed: 0.3, currency: 'CAD' };
const termsCall = 'GET /api/fee-terms';
const known = { [termsCall]: jsonResponse({ card: terms, paypal: terms }) };

interface Choice {
  readonly country?: string;
  readonly responses?: StubResponses;
  readonly snack?: string;
  readonly isMonthly?: boolean;
}

/** Opens the page, chooses a snack and asks about the service fee. */
async function askWith({ country = 'CA', responses = known, snack = 'Coffee', isMonthly = false }: Choice = {}) {
  const { user } = await openDonatePage({ country, responses });
  await user.click(snackCard(snack));
  await waitFor(() => expect(donateButton().disabled).toBe(false));
  if (isMonthly) await user.click(screen.getByRole('radio', { name: 'Monthly' }));
  await user.click(screen.getByRole('button', { name: 'Why? About the service fee' }));
  const dialog = await screen.findByRole('dialog', { name: /^Where / });
  return { user, dialog: within(dialog), title: () => within(dialog).getByRole('heading').textContent };
}

const waitUntilKnown = (dialog: AskedDialog): Promise<void> =>
  waitFor(() => expect(linesOf(dialog).filter((line) => line.endsWith(': '))).toEqual([]));

type AskedDialog = Awaited<ReturnType<typeof askWith>>['dialog'];

const linesOf = (dialog: AskedDialog) =>
  dialog.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

test('a coffee is divided to the cent, and the dialog closes again', async () => {
  const { user, dialog, title } = await askWith();
  await waitUntilKnown(dialog);
  expect(title()).toBe('Where CA$5.24 goes');
  expect(linesOf(dialog)).toEqual([
    'Maple Pantry: CA$4.76',
    'Service fee (10%): CA$0.48',
    'The card provider is expected to keep: CA$0.45',
    'Left for running this site: CA$0.03',
    'Total: CA$5.24',
  ]);
  expect(dialog.queryByText(/PayPal|Canadian dollars|covers the difference/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('if the provider keeps more than the service fee, the dialog says that we add the difference', async () => {
  const { dialog } = await askWith({ snack: 'Fresh Figs' });
  await waitUntilKnown(dialog);
  expect(linesOf(dialog)).toEqual([
    'Maple Pantry: CA$2.71',
    'Service fee (10%): CA$0.27',
    'The card provider is expected to keep: CA$0.39',
    'Kindbite adds: CA$0.12',
    'Total: CA$2.98',
  ]);
  expect(
    dialog.getByText(
      "The card provider's fee is higher than the service fee. Kindbite covers the difference of CA$0.12, and Maple Pantry still gets its full CA$2.71.",
    ),
  ).toBeDefined();
});

test('a monthly donation is divided per month, and PayPal is not offered for it', async () => {
  const other = { ...terms, basisPoints: 349 };
  const { dialog, title } = await askWith({
    isMonthly: true,
    responses: { [termsCall]: jsonResponse({ card: terms, paypal: other }) },
  });
  await waitUntilKnown(dialog);
  expect(title()).toBe('Where CA$5.24 per month goes');
  expect(linesOf(dialog).at(-1)).toBe('Total per month: CA$5.24');
  expect(dialog.queryByText(/PayPal/)).toBeNull();
});

test('PayPal is named if it is expected to keep a different amount', async () => {
  const other = { ...terms, basisPoints: 349 };
  const { dialog } = await askWith({ responses: { [termsCall]: jsonResponse({ card: terms, paypal: other }) } });
  expect(await dialog.findByText('If you pay with PayPal, it is expected to keep CA$0.48 instead.')).toBeDefined();
});

test('PayPal is not named if it is not offered', async () => {
  const { dialog } = await askWith({ responses: { [termsCall]: jsonResponse({ card: terms, paypal: null }) } });
  await waitUntilKnown(dialog);
  expect(dialog.queryByText(/PayPal/)).toBeNull();
});

test('a visitor who sees pounds learns that the amounts are in the currency of the charge', async () => {
  const { dialog, title } = await askWith({ country: 'GB' });
  await waitUntilKnown(dialog);
  expect(title()).toBe('Where CA$5.24 goes');
  expect(dialog.getByText('Amounts are in Canadian dollars, the currency your card is charged in.')).toBeDefined();
});

test('the charity and the service fee are shown while the fee terms load', async () => {
  const { dialog } = await askWith({ responses: { [termsCall]: noResponse } });
  expect(linesOf(dialog)).toEqual([
    'Maple Pantry: CA$4.76',
    'Service fee (10%): CA$0.48',
    'The card provider is expected to keep: ',
    'Left for running this site: ',
    'Total: CA$5.24',
  ]);
  expect(dialog.getByRole('status').textContent).toContain('Loading');
});

test('the charity and the service fee stay when the fee terms cannot be loaded, and Try Again loads the terms', async () => {
  let respond = refusalResponse(503, 'Busy');
  const { user, dialog } = await askWith({ responses: { [termsCall]: () => respond() } });
  await dialog.findByText("We couldn't load what the card provider keeps.");
  expect(linesOf(dialog)).toEqual(['Maple Pantry: CA$4.76', 'Service fee (10%): CA$0.48', 'Total: CA$5.24']);
  respond = known[termsCall]!;
  await user.click(dialog.getByRole('button', { name: 'Try Again' }));
  await dialog.findByText('Left for running this site');
});

test('for an empty basket, the dialog explains the fee without figures', async () => {
  const { user } = await openDonatePage({ responses: known });
  await user.click(await screen.findByRole('button', { name: 'Why? About the service fee' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'About the service fee' }));
  expect(dialog.getByText(/covers card processing and running this site/)).toBeDefined();
  expect(dialog.queryByRole('term')).toBeNull();
});
