// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { brand } from '#domain/brand.ts';
import { readToast } from '#web/ui/toast/toast.ts';
import { ShareBlock } from './share-block.tsx';

afterEach(() => void vi.useRealTimers());

const open = () =>
  render(<ShareBlock title="Pass it on" text="It became 3 meals." path="/" hashtags={['EndHunger', 'FightHunger']} />);
const address = (name: RegExp): URL => new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href);
const withClipboard = (writeText: (text: string) => Promise<void>): void =>
  void Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });

test('every link has the public address and, if the site accepts text, each hashtag once', () => {
  open();
  const url = `${window.location.origin}/`;
  const text = `It became 3 meals. #${brand.name} #FightHunger #EndHunger`;
  expect(Object.fromEntries(address(/^X/).searchParams)).toEqual({ text, url });
  expect(Object.fromEntries(address(/^Facebook/).searchParams)).toEqual({ u: url });
  expect(Object.fromEntries(address(/^LinkedIn/).searchParams)).toEqual({ url });
  expect(Object.fromEntries(address(/^Email/).searchParams)).toEqual({
    subject: brand.tagline,
    body: `${text}\n\n${url}`,
  });
});

test('links to other sites open in a new tab without a referrer', () => {
  open();
  const link = screen.getByRole('link', { name: /^X/ });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
});

test('the copy button shows Copied! for two seconds', async () => {
  vi.useFakeTimers();
  const writeText = vi.fn<Clipboard['writeText']>(() => Promise.resolve());
  withClipboard(writeText);
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  await act(() => vi.advanceTimersByTimeAsync(1999));
  expect(screen.getByRole('button').textContent).toBe('Copied!');
  expect(writeText).toHaveBeenCalledExactlyOnceWith(`${window.location.origin}/`);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('button').textContent).toBe('Copy link');
});

test('the address is shown when the browser refuses to copy', async () => {
  withClipboard(() => Promise.reject(new Error('refused')));
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  await waitFor(() => expect(readToast()?.description).toBe(`${window.location.origin}/`));
});
