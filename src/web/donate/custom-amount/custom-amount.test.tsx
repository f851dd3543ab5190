// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { donateButton, openDonatePage, snackCard, type DonatePage } from '#test/support/web/donate-page.tsx';

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

const card = () => within(screen.getByRole('form', { name: 'Your donation' }));
const openDialog = async ({ user }: DonatePage): Promise<HTMLInputElement> => {
  await user.click(snackCard('Custom Amount'));
  return within(await screen.findByRole('dialog', { name: 'Custom Amount' })).getByRole('textbox');
};
const confirm = async (page: DonatePage, text: string): Promise<void> => {
  const field = await openDialog(page);
  await page.user.clear(field);
  await page.user.type(field, `${text}{Enter}`);
};

describe('the custom amount dialog', () => {
  test.each([
    { country: 'US', value: '5.00' },
    { country: 'CA', value: '6.80' },
    { country: 'JP', value: '755' },
    { country: 'NG', value: '7750.00' },
  ])('is pre-filled with 5 US dollars as a bare number in $country', async ({ country, value }) => {
    const field = await openDialog(await openDonatePage({ country }));
    expect(field.value).toBe(value);
  });

  test.each([
    { country: 'CA', label: 'Amount in Canadian dollars', minimum: 'from CA$1.36' },
    { country: 'GB', label: 'Amount in British pounds', minimum: 'from £0.78' },
  ])('names the currency and the minimum in $country', async ({ country, label, minimum }) => {
    const field = await openDialog(await openDonatePage({ country }));
    expect(field.labels?.[0]?.textContent).toBe(label);
    expect(within(snackCard('Custom Amount')).getByText(minimum)).toBeDefined();
  });

  test('sets the amount on Enter and clears the stack', async () => {
    const page = await openDonatePage();
    await page.user.click(snackCard('Coffee'));
    await confirm(page, '13.60');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(card().getByText('Custom Donation')).toBeDefined();
    expect(card().queryByText('Coffee')).toBeNull();
    expect(card().getByText('≈ 10 meals')).toBeDefined();
    expect(donateButton().textContent).toBe('Donate CA$14.96');
  });

  test('changes nothing when it is canceled', async () => {
    const page = await openDonatePage();
    await page.user.click(snackCard('Coffee'));
    await openDialog(page);
    expect(card().getByRole('button', { name: 'Remove Coffee' })).toBeDefined();
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(donateButton().textContent).toBe('Donate CA$5.24');
  });

  test.each(['', 'ten', '0x10', '1e3', 'Infinity', '20$', '€20', '5.005'])(
    'stays open with an error at the field when %j is entered instead of an amount',
    async (text) => {
      const page = await openDonatePage();
      await page.user.click(snackCard('Coffee'));
      const field = await openDialog(page);
      await page.user.clear(field);
      if (text !== '') await page.user.type(field, text);
      await page.user.click(screen.getByRole('button', { name: 'Use this amount' }));
      const description = 'Please enter an amount between CA$1.36 and CA$13,600.00';
      expect(within(screen.getByRole('dialog')).getByRole('textbox', { description })).toBe(field);
      expect(document.activeElement).toBe(field);
      expect(field.value).toBe(text);
      expect(donateButton().textContent).toBe('Donate CA$5.24');
    },
  );

  test.each([
    { country: 'CA', text: '20', lines: ['CA$20.00', 'CA$2.00', 'CA$22.00'], charge: undefined },
    { country: 'CA', text: 'CA$50', lines: ['CA$50.00', 'CA$5.00', 'CA$55.00'], charge: undefined },
    { country: 'CA', text: '10,50', lines: ['CA$10.50', 'CA$1.05', 'CA$11.55'], charge: undefined },
    { country: 'GB', text: '£20', lines: ['£20.00', '£2.00', '£22.00'], charge: 'CA$38.35' },
    { country: 'JP', text: '５００', lines: ['¥500', '¥50', '¥550'], charge: 'CA$4.95' },
    { country: 'AE', text: '٥٠', lines: ['AED 50.00', 'AED 5.00', 'AED 55.00'], charge: 'CA$20.37' },
  ])('keeps $text as typed in $country, with a fee of exactly 10 %', async ({ country, text, lines, charge }) => {
    const page = await openDonatePage({ country });
    await confirm(page, text);
    const shown = [...card().getAllByRole('definition')].map((line) => line.textContent);
    expect(shown).toEqual(lines);
    expect(within(snackCard('Custom Amount')).getByText(lines[0] ?? '')).toBeDefined();
    expect(card().queryByText(/card will be charged/)?.textContent).toBe(
      charge && `Your card will be charged ${charge}, at the exchange rate of Nov 21, 2026`,
    );
  });

  test('keeps the charge when another currency is chosen afterward', async () => {
    const first = await openDonatePage();
    await confirm(first, '20');
    cleanup();
    await openDonatePage({ country: 'GB' });
    expect(donateButton().textContent).toBe('Donate £12.62');
    expect(card().getByText('Your card will be charged CA$22.00, at the exchange rate of Nov 21, 2026')).toBeDefined();
  });

  test.each([
    { country: 'GB', text: '0.77', sentence: 'Please enter an amount between £0.78 and £7,800.00' },
    { country: 'GB', text: '-5', sentence: 'Please enter an amount between £0.78 and £7,800.00' },
    { country: 'JP', text: '1510002', sentence: 'Please enter an amount between ¥151 and ¥1,510,000' },
  ])('shows an error for the out-of-range amount $text in $country', async ({ country, text, sentence }) => {
    const page = await openDonatePage({ country });
    await confirm(page, text);
    const field = within(screen.getByRole('dialog')).getByRole('textbox', { description: sentence });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await page.user.clear(field);
    await page.user.type(field, '1,000{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('sets an amount that the next chosen snack replaces', async () => {
    const page = await openDonatePage();
    await confirm(page, '20');
    await page.user.click(snackCard('Coffee'));
    expect(card().queryByText('Custom Donation')).toBeNull();
    expect(donateButton().textContent).toBe('Donate CA$5.24');
  });
});
