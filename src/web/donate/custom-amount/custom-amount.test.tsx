// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { donateButton, openDonatePage, snackCard, type DonatePage } from '../testing/donate-page.tsx';

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

  test.each(['', 'ten', '0x10', '1e3', 'Infinity', '1,5', '5.005'])(
    'closes without a change when %j is entered, which is not a number',
    async (text) => {
      const page = await openDonatePage();
      await page.user.click(snackCard('Coffee'));
      const field = await openDialog(page);
      await page.user.clear(field);
      if (text !== '') await page.user.type(field, text);
      await page.user.click(screen.getByRole('button', { name: 'Use this amount' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(donateButton().textContent).toBe('Donate CA$5.24');
    },
  );

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
