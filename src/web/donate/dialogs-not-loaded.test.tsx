// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { donateButton, openDonatePage, snackCard } from '#test/support/web/donate-page.tsx';

vi.mock('./donate-dialogs.tsx', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

const scrollIntoView = vi.fn<Element['scrollIntoView']>();

beforeEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView;
});

afterEach(() => window.sessionStorage.clear());

test('a failed preload of the dialogs shows no error', async () => {
  const { user } = await openDonatePage();
  await user.click(snackCard('Coffee'));
  await vi.dynamicImportSettled();
  expect(donateButton().textContent).toBe('Donate CA$5.24');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a dialog that fails to load leaves the page as it is and shows a box with Try Again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined); // React logs what a boundary catches
  const { user } = await openDonatePage();
  await user.click(snackCard('Coffee'));
  await user.click(snackCard('Custom Amount'));
  const box = await screen.findByText('This part of the page did not load.');
  expect(scrollIntoView).toHaveBeenCalledTimes(1);
  expect(box.parentElement?.querySelector('button')?.textContent).toBe('Try Again');
  expect(donateButton().textContent).toBe('Donate CA$5.24');
  expect(logged).toHaveBeenCalled();
});
