// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { readSignInReason } from '#web/session/index.ts';
import { storedDraftKey } from './draft/stored-draft.ts';
import { charities, donateButton, openDonatePage, snackCard, snacks } from '#test/support/web/donate-page.tsx';
import { jsonResponse, noResponse } from '#test/support/web/stub-server.ts';

afterEach(() => {
  document.cookie = 'signed_in=; path=/; max-age=0';
  window.sessionStorage.clear();
  window.localStorage.clear();
});

const charitySelect = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Charity' });
const chosenCharity = () => [...charitySelect().options].find(({ selected }) => selected)?.textContent;
const card = () => within(screen.getByRole('form', { name: 'Your donation' }));

describe('figures', () => {
  test.each([
    { country: 'CA', price: 'CA$4.76', subtotal: 'CA$9.52', fee: 'CA$0.95', total: 'CA$10.47', charge: undefined },
    { country: 'GB', price: '£2.73', subtotal: '£5.46', fee: '£0.55', total: '£6.01', charge: 'CA$10.47' },
    { country: 'JP', price: '¥529', subtotal: '¥1,057', fee: '¥106', total: '¥1,163', charge: 'CA$10.47' },
  ])('are correct for two coffees in $country', async ({ country, price, subtotal, fee, total, charge }) => {
    const { user } = await openDonatePage({ country });
    await user.dblClick(snackCard('Coffee'));
    expect(within(snackCard('Coffee')).getByText(price)).toBeDefined();
    expect(card().getAllByText(subtotal)).toHaveLength(2); // the line and the subtotal
    expect(card().getByText(fee)).toBeDefined();
    expect(card().getByText(total)).toBeDefined();
    expect(card().getByText('≈ 6 meals')).toBeDefined();
    expect(donateButton().textContent).toBe(`Donate ${total}`);
    expect(card().queryByText(/card will be charged/)?.textContent).toBe(
      charge && `Your card will be charged ${charge}, at the exchange rate of Nov 21, 2026`,
    );
  });

  test('of an empty basket have a fee of zero, and Donate is disabled', async () => {
    await openDonatePage();
    expect(card().getByText('Service Fee (10%)')).toBeDefined();
    expect(card().getAllByText('CA$0.00')).toHaveLength(3);
    expect(donateButton().textContent).toBe('Donate');
    expect(donateButton().disabled).toBe(true);
  });
});

describe('snack cards', () => {
  test('are buttons whose names begin with the snack, which is also a separate text', async () => {
    await openDonatePage();
    for (const { name } of snacks) expect(within(snackCard(name)).getByText(name).textContent).toBe(name);
  });

  test('show the picture of their snack, or the coffee’s for an unknown name', async () => {
    await openDonatePage();
    const pictures = snacks.map(({ name }) => snackCard(name).querySelector('img')?.getAttribute('src'));
    expect(pictures).toEqual(['/snacks/coffee.svg', '/snacks/chips.svg', '/snacks/smoothie.svg', '/snacks/coffee.svg']);
  });

  test('are seven skeletons while the snacks load', async () => {
    await openDonatePage({ responses: { 'GET /api/snacks': noResponse } });
    expect(document.querySelectorAll('.snack-grid > li')).toHaveLength(7 + 1); // and the custom amount
  });

  test('that fail to load show an error, and Try Again loads them', async () => {
    let isBroken = true;
    const { user } = await openDonatePage({
      responses: { 'GET /api/snacks': () => (isBroken ? jsonResponse({}, 500) : jsonResponse(snacks))() },
    });
    expect(await screen.findByText('Failed to load snacks. Please try again later.')).toBeDefined();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: /^Coffee/ })).toBeDefined();
  });
});

describe('the stack', () => {
  test('has buttons that change a quantity by one, and is empty after the last snack is removed', async () => {
    const { user } = await openDonatePage();
    await user.click(snackCard('Coffee'));
    await user.click(screen.getByRole('button', { name: 'Increase quantity of Coffee' }));
    expect(card().getByText('2')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Decrease quantity of Coffee' }));
    await user.click(screen.getByRole('button', { name: 'Decrease quantity of Coffee' }));
    expect(screen.queryByRole('button', { name: 'Remove Coffee' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Your donation');
    expect(card().getAllByText('CA$0.00')).toHaveLength(3);
  });

  test('is labeled with its snack, or Stacked Snacks when there are several kinds', async () => {
    const { user } = await openDonatePage();
    await user.click(snackCard('Chips'));
    expect(card().getAllByText('Chips')).toHaveLength(2); // the label and the line
    await user.click(snackCard('Coffee'));
    expect(card().getByText('Stacked Snacks')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Remove Coffee' }));
    expect(card().queryByText('Stacked Snacks')).toBeNull();
  });

  test('has lines that add up to the subtotal even if each alone would round up', async () => {
    const { user } = await openDonatePage({ country: 'JP' });
    for (const name of ['Chips', 'Energy Drink', 'Coffee']) await user.click(snackCard(name));
    const lines = card()
      .getAllByRole('listitem')
      .map((line) => line.querySelector('.stack-line-amount')?.textContent ?? '');
    const yen = lines.map((text) => Number(text.replace('¥', '')));
    expect(
      card().getByText(`¥${String(yen.reduce((sum, amount) => sum + amount, 0)).replace(/(?=\d{3}$)/, ',')}`),
    ).toBeDefined();
  });

  test('survives a reload, repriced from the catalogue', async () => {
    const first = await openDonatePage();
    await first.user.click(snackCard('Coffee'));
    expect(window.sessionStorage.getItem(storedDraftKey)).toContain('Coffee');
    const repriced = snacks.map((snack) => (snack.name === 'Coffee' ? { ...snack, price: 4 } : snack));
    cleanup();
    await openDonatePage({ responses: { 'GET /api/snacks': jsonResponse(repriced) } });
    await waitFor(() => expect(card().getAllByText('CA$5.44')).toHaveLength(2));
  });

  test('is empty when the stored draft does not parse', async () => {
    window.sessionStorage.setItem(storedDraftKey, '{"basket":{"kind":"stack","items":[{"id":1,"quantity":-3}]}}');
    await openDonatePage();
    expect(card().getAllByText('CA$0.00')).toHaveLength(3);
  });
});

describe('charity and frequency', () => {
  test.each([
    { country: 'CA', chosen: 'Maple Pantry' },
    { country: 'GB', chosen: 'Continental Pantry' },
    { country: 'US', chosen: 'World Pantry' }, // the suggested charity is not listed, so the first one is chosen
  ])('the charity suggested for $country is the default', async ({ country, chosen }) => {
    await openDonatePage({ country });
    await waitFor(() => expect(chosenCharity()).toBe(chosen));
  });

  test('the charities wait for the country when they arrive first', async () => {
    await openDonatePage({ country: 'GB', hasCharities: true });
    expect(chosenCharity()).toBe('Continental Pantry');
    expect(window.sessionStorage.getItem(storedDraftKey)).toBeNull();
  });

  test('the default follows the country until the visitor picks a charity', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { user } = await openDonatePage({ country: 'CA', responses: { 'GET /api/charities': () => promise } });
    const chooseCountry = (name: string) => user.selectOptions(screen.getByLabelText('Country and currency'), name);
    await user.click(snackCard('Coffee'));
    await chooseCountry('DE');
    await act(async () => resolve(jsonResponse(charities)()));
    await waitFor(() => expect(chosenCharity()).toBe('Continental Pantry'));
    await chooseCountry('CA');
    expect(chosenCharity()).toBe('Maple Pantry');
    await user.selectOptions(charitySelect(), 'World Pantry');
    await chooseCountry('GB');
    expect(chosenCharity()).toBe('World Pantry');
  });

  test('a picked charity survives a reload', async () => {
    const { user } = await openDonatePage({ country: 'CA', hasCharities: true });
    await user.selectOptions(charitySelect(), 'World Pantry');
    cleanup();
    await openDonatePage({ country: 'GB', hasCharities: true });
    expect(chosenCharity()).toBe('World Pantry');
  });

  test('the prompt has the value none, and choosing it disables Donate', async () => {
    const { user } = await openDonatePage();
    await user.click(snackCard('Coffee'));
    await waitFor(() => expect(donateButton().disabled).toBe(false));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Charity' }), 'Select a charity');
    expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Select a charity' }).value).toBe('none');
    expect(donateButton().disabled).toBe(true);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Charity' }), charities[2]?.name ?? '');
    expect(donateButton().disabled).toBe(false);
  });

  test('Monthly says that it requires an account, and Donate opens the sign-in page and keeps the draft', async () => {
    const { user, checkouts } = await openDonatePage();
    await user.click(snackCard('Coffee'));
    await waitFor(() => expect(donateButton().disabled).toBe(false));
    await user.click(screen.getByRole('radio', { name: 'Monthly' }));
    expect(screen.getByText(/requires an account/)).toBeDefined();
    await user.click(donateButton());
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
    expect(readSignInReason(window.history.state)).toEqual({ returnTo: '/', hasSessionEnded: false });
    expect(checkouts).toEqual([]);
    expect(JSON.parse(window.sessionStorage.getItem(storedDraftKey) ?? '')).toMatchObject({
      frequency: 'monthly',
      basket: { kind: 'stack' },
    });
  });

  test('Monthly says when a signed-in donor is charged, and every amount is per month', async () => {
    document.cookie = 'signed_in=1; path=/';
    const { user, checkouts, leavePage } = await openDonatePage({ country: 'GB' });
    await user.click(snackCard('Coffee'));
    await waitFor(() => expect(donateButton().disabled).toBe(false));
    await user.click(screen.getByRole('radio', { name: 'Monthly' }));
    expect(card().getByText(/^Your card is charged today and then once a month/)).toBeDefined();
    expect(card().getByText('Total per month')).toBeDefined();
    expect(
      card().getByText('Your card will be charged CA$5.24 per month, at the exchange rate of Nov 21, 2026'),
    ).toBeDefined();
    expect(donateButton().textContent).toBe('Donate £3.00 per month');
    expect(within(screen.getByRole('region', { name: 'Your donation so far' })).getByText(/per month/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay with PayPal' }).disabled).toBe(true);
    await user.click(donateButton());
    await waitFor(() => expect(leavePage).toHaveBeenCalledExactlyOnceWith('https://pay.example/session'));
    expect(checkouts.map(({ body }) => body.donationData.recurring)).toEqual([true]);
  });

  test('the review step also says per month', async () => {
    document.cookie = 'signed_in=1; path=/';
    const { user } = await openDonatePage();
    await user.click(snackCard('Coffee'));
    await user.click(screen.getByRole('radio', { name: 'Monthly' }));
    const bar = within(screen.getByRole('region', { name: 'Your donation so far' }));
    await waitFor(() => expect(bar.getByRole<HTMLButtonElement>('button').disabled).toBe(false));
    await user.click(bar.getByRole('button', { name: 'Donate' }));
    const review = within(await screen.findByRole('dialog', { name: 'Review your donation' }));
    expect(review.getByText('Total per month')).toBeDefined();
    expect(review.getByRole('button', { name: 'Donate CA$5.24 per month' })).toBeDefined();
  });
});
