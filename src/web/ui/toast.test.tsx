// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, readToast, showToast } from './toast.ts';
import ToastRegion from './toast-region.tsx';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  Element.prototype.hasPointerCapture = () => false; // a part of the browser that the test's document lacks
});

afterEach(() => {
  act(() => dismissToast(readToast()?.id ?? 0));
  vi.useRealTimers();
});

const shownTitles = (): (string | null)[] =>
  screen.queryAllByText(/title/, { selector: '.toast-title' }).map(({ textContent }) => textContent);

test('a toast takes the place of the one before', async () => {
  render(<Toaster />);
  act(() => showToast({ title: 'First title' }));
  await screen.findByText('First title', { selector: '.toast-title' });
  act(() => showToast({ title: 'Second title', tone: 'destructive' }));
  await screen.findByText('Second title', { selector: '.toast-title' });
  expect(shownTitles()).toEqual(['Second title']);
});

test('a toast leaves by its close button', async () => {
  render(<Toaster />);
  act(() => showToast({ title: 'A title', description: 'What happened' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(shownTitles()).toEqual([]);
});

test('a toast leaves by itself after five seconds', () => {
  vi.useFakeTimers();
  const dismissed = (): boolean => readToast()?.isOpen === false;
  showToast({ title: 'A title' });
  render(<ToastRegion toast={readToast()} />);
  act(() => void vi.advanceTimersByTime(4999));
  expect(dismissed()).toBe(false);
  act(() => void vi.advanceTimersByTime(1));
  expect(dismissed()).toBe(true);
});

test('a dismissed toast is forgotten after a million milliseconds', () => {
  vi.useFakeTimers();
  showToast({ title: 'A title' });
  dismissToast(readToast()?.id ?? 0);
  vi.advanceTimersByTime(999_999);
  expect(readToast()).toMatchObject({ title: 'A title', isOpen: false });
  vi.advanceTimersByTime(1);
  expect(readToast()).toBeUndefined();
});

test('dismissing a toast that has gone leaves the next one alone', () => {
  showToast({ title: 'First title' });
  const first = readToast()?.id ?? 0;
  showToast({ title: 'Second title' });
  dismissToast(first);
  expect(readToast()).toMatchObject({ title: 'Second title', isOpen: true });
});
