// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { JSX } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from '../dialog.tsx';
import { dismissToast, readToast, showToast } from './toast.ts';
import ToastRegion from './toast-region.tsx';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  Element.prototype.setPointerCapture = () => undefined; // happy-dom lacks it
});

afterEach(() => {
  act(() => dismissToast(readToast()?.id ?? 0));
  vi.useRealTimers();
});

const shownTitles = (): (string | null)[] =>
  screen.queryAllByText(/title/, { selector: '.toast-title' }).map(({ textContent }) => textContent);

test('a new toast replaces the current one', async () => {
  render(<Toaster />);
  act(() => showToast({ title: 'First title' }));
  await screen.findByText('First title', { selector: '.toast-title' });
  act(() => showToast({ title: 'Second title', tone: 'destructive' }));
  await screen.findByText('Second title', { selector: '.toast-title' });
  expect(shownTitles()).toEqual(['Second title']);
});

test('the close button dismisses a toast', async () => {
  render(<Toaster />);
  act(() => showToast({ title: 'A title', description: 'What happened' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(shownTitles()).toEqual([]);
});

test('a toast disappears after five seconds', () => {
  vi.useFakeTimers();
  const dismissed = (): boolean => readToast()?.isOpen === false;
  showToast({ title: 'A title' });
  render(<ToastRegion toast={readToast()} />);
  act(() => void vi.advanceTimersByTime(4999));
  expect(dismissed()).toBe(false);
  act(() => void vi.advanceTimersByTime(1));
  expect(dismissed()).toBe(true);
});

test('a toast stays while the visitor points at it, has focus in it or is in another window', () => {
  vi.useFakeTimers();
  showToast({ title: 'A title' });
  render(<ToastRegion toast={readToast()} />);
  const card = screen.getByText('A title').parentElement!;
  const pauses = [
    [() => fireEvent.pointerEnter(card), () => fireEvent.pointerLeave(card)],
    [() => fireEvent.focus(card), () => fireEvent.blur(card)],
    [() => fireEvent.blur(window), () => fireEvent.focus(window)],
  ] as const;
  for (const [pause, resume] of pauses) {
    pause();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(readToast()?.isOpen).toBe(true);
    resume();
    act(() => void vi.advanceTimersByTime(4999));
    expect(readToast()?.isOpen).toBe(true);
  }
  act(() => void vi.advanceTimersByTime(1));
  expect(readToast()?.isOpen).toBe(false);
});

test.each([
  [50, false],
  [49, true],
  [-80, true],
])('a swipe of %i pixels leaves a toast open: %s', (distance, isOpen) => {
  showToast({ title: 'A title' });
  render(<ToastRegion toast={readToast()} />);
  const card = screen.getByText('A title').parentElement!;
  fireEvent.pointerDown(card, { button: 0, clientX: 100 });
  fireEvent.pointerMove(card, { clientX: 100 + distance });
  expect(card.style.translate).toBe(distance > 0 ? `${distance}px` : '');
  fireEvent.pointerUp(card, { clientX: 100 + distance });
  expect([readToast()?.isOpen, card.style.translate]).toEqual([isOpen, '']);
});

test('a toast is shown inside an open dialog, and stays when the dialog closes', async () => {
  const withDialog = (isOpen: boolean): JSX.Element => (
    <>
      <Dialog isOpen={isOpen} onClose={() => undefined} title="A dialog">
        <p>Its text</p>
      </Dialog>
      <ToastRegion toast={readToast()} />
    </>
  );
  showToast({ title: 'A title' });
  const { rerender } = render(withDialog(false));
  const isInDialog = (): boolean => screen.getByText('A title').closest('dialog') !== null;
  expect(isInDialog()).toBe(false);
  rerender(withDialog(true));
  await waitFor(() => expect(isInDialog()).toBe(true));
  rerender(withDialog(false));
  await waitFor(() => expect(isInDialog()).toBe(false));
});

test('F8 moves focus to the toasts', () => {
  showToast({ title: 'A title' });
  render(<ToastRegion toast={readToast()} />);
  fireEvent.keyDown(document.body, { code: 'F8' });
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notifications (F8)' }));
});

test.each([
  ['default', 'status'],
  ['destructive', 'alert'],
] as const)('a %s toast is announced as %s', (tone, role) => {
  showToast({ title: 'A title', tone });
  render(<ToastRegion toast={readToast()} />);
  expect(screen.getByRole(role).textContent).toBe('A title');
});

test('a dismissed toast is removed from memory after a million milliseconds', () => {
  vi.useFakeTimers();
  showToast({ title: 'A title' });
  dismissToast(readToast()?.id ?? 0);
  vi.advanceTimersByTime(999_999);
  expect(readToast()).toMatchObject({ title: 'A title', isOpen: false });
  vi.advanceTimersByTime(1);
  expect(readToast()).toBeUndefined();
});

test('dismissing a replaced toast does not dismiss the current one', () => {
  showToast({ title: 'First title' });
  const first = readToast()?.id ?? 0;
  showToast({ title: 'Second title' });
  dismissToast(first);
  expect(readToast()).toMatchObject({ title: 'Second title', isOpen: true });
});
