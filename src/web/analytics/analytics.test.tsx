// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Analytics, AnalyticsChoice, reportEvent, reportPage } from './index.ts';
import { decisionKey } from './consent-store.ts';

const { happyDOM } = window as unknown as {
  readonly happyDOM: { readonly settings: { handleDisabledFileLoadingAsSuccess: boolean } };
};

const patterns = ['/about', '/claim/:id', '/donation-success'];
const script = () => document.querySelector<HTMLScriptElement>('script[src*="googletagmanager"]');
const bar = () => screen.queryByRole('region', { name: 'Statistics' });

/** What was reported, oldest first: the name and what is told of it. */
const reports = (): unknown[][] => (orders() ?? []).filter(([word]) => word === 'event');

/** Everything that the script was told, in the same way; `undefined` when nobody would tell it anything. */
function orders(): unknown[][] | undefined {
  const layer: unknown = Reflect.get(window, 'dataLayer');
  return Array.isArray(layer) ? layer.map((order: ArrayLike<unknown>) => Array.from(order)) : undefined;
}

function open(id?: string): void {
  const settings = id === undefined ? '' : `<meta name="analytics-id" content="${id}" />`;
  document.head.innerHTML = `<meta name="public-url" content="https://give.example" />${settings}`;
  render(
    <MemoryRouter>
      <Analytics patterns={patterns} />
      <AnalyticsChoice />
    </MemoryRouter>,
  );
}

beforeEach(() => {
  window.localStorage.clear();
  window.history.replaceState(null, '', '/claim/don_secret?amount=5#token');
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true; // the script's element stands; what it would fetch does not matter
});

afterEach(() => {
  cleanup();
  document.head.innerHTML = '';
  Reflect.deleteProperty(window, 'dataLayer');
  vi.restoreAllMocks();
});

describe('without an id', () => {
  test('nobody asks, and nothing is loaded even after a yes that stands from before', async () => {
    window.localStorage.setItem(decisionKey, 'accepted');
    open();
    await screen.findByText('At the moment your visits are not counted.');
    expect([bar(), script(), orders()]).toEqual([null, null, undefined]);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('with an id', () => {
  test('the bar asks, with two answers, and nothing is loaded or kept meanwhile', async () => {
    open('G-1');
    await waitFor(() => expect(bar()).not.toBeNull());
    expect(screen.getByRole('button', { name: 'Decline' }).className).toBe(
      screen.getByRole('button', { name: 'Accept' }).className,
    );
    reportPage('/about');
    expect([script(), orders(), window.localStorage.length]).toEqual([null, undefined, 0]);
  });

  test('a yes loads the script and reports the page by its pattern, without id, query or fragment', async () => {
    open('G-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
    expect(script()?.src).toBe('https://www.googletagmanager.com/gtag/js?id=G-1');
    act(() => {
      reportPage('/donation-success');
      reportEvent('donation_started', { category: 'engagement', label: 'Maple Pantry', value: 5 });
    });
    const place = (path: string): object => ({ page_path: path, page_location: `https://give.example${path}` });
    expect(reports()).toEqual([
      ['event', 'page_view', place('/claim/:id')],
      ['event', 'page_view', place('/donation-success')],
      ['event', 'donation_started', { event_category: 'engagement', event_label: 'Maple Pantry', value: 5 }],
    ]);
    expect(JSON.stringify(orders())).not.toMatch(/don_secret|amount|token/);
    expect([bar(), window.localStorage.getItem(decisionKey)]).toEqual([null, 'accepted']);
  });

  test('a no loads nothing, and the next visit does not ask again', async () => {
    open('G-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
    expect([bar(), script(), window.localStorage.getItem(decisionKey)]).toEqual([null, null, 'declined']);
    cleanup();
    open('G-1');
    await screen.findByText('You said no, so your visits are not counted.');
    expect([bar(), script()]).toEqual([null, null]);
  });

  test.each([
    ['Do Not Track', 'doNotTrack', '1'],
    ['Global Privacy Control', 'globalPrivacyControl', true],
  ])('a browser that says %s has said no, even after a yes', async (_signal, property, value) => {
    Object.defineProperty(navigator, property, { configurable: true, value });
    window.localStorage.setItem(decisionKey, 'accepted');
    open('G-1');
    await screen.findByText('At the moment your visits are not counted.');
    expect([bar(), script(), orders()]).toEqual([null, null, undefined]);
    Reflect.deleteProperty(navigator, property);
  });

  test('a changed mind stops the count at once and takes the cookies away', async () => {
    window.localStorage.setItem(decisionKey, 'accepted');
    open('G-1');
    await waitFor(() => expect(script()).not.toBeNull());
    document.cookie = '_ga=GA1.1; path=/';
    const before = reports().length;
    await userEvent.click(screen.getByRole('button', { name: 'Stop counting my visits' }));
    reportPage('/about');
    expect(reports()).toHaveLength(before);
    expect([Reflect.get(window, 'ga-disable-G-1'), document.cookie.includes('_ga')]).toEqual([true, false]);
    expect(screen.getByText('You said no, so your visits are not counted.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Count my visits' }));
    expect(reports()).toHaveLength(before + 1);
    expect(Reflect.get(window, 'ga-disable-G-1')).toBe(false);
  });
});
