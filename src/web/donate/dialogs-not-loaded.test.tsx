// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { donateButton, openDonatePage, snackCard } from './testing/donate-page.tsx';

vi.mock('./donate-dialogs.tsx', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

const scrollIntoView = vi.fn<Element['scrollIntoView']>();

beforeEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView;
});

afterEach(() => window.sessionStorage.clear());

test('dialogs that do not load are no matter to whoever opens none', async () => {
  const { user } = await openDonatePage();
  await user.click(snackCard('Coffee'));
  await vi.dynamicImportSettled();
  expect(donateButton().textContent).toBe('Donate CA$5.24');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a dialog that does not load leaves the page as it is, and a box in view offers to load it again', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined); // React tells what a boundary caught
  const { user } = await openDonatePage();
  await user.click(snackCard('Coffee'));
  await user.click(snackCard('Custom Amount'));
  const box = await screen.findByText('This part of the page did not load.');
  expect(scrollIntoView).toHaveBeenCalledTimes(1);
  expect(box.parentElement?.querySelector('button')?.textContent).toBe('Try Again');
  expect(donateButton().textContent).toBe('Donate CA$5.24');
  expect(told).toHaveBeenCalled();
});
