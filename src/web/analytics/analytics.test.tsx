// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Analytics, AnalyticsChoice, reportEvent, reportPage } from './index.ts';
import { decisionKey } from './consent.ts';
import { AppRouter } from '#web/app-router.tsx';

const { happyDOM } = window as unknown as {
  readonly happyDOM: { readonly settings: { handleDisabledFileLoadingAsSuccess: boolean } };
};

const patterns = ['/about', '/claim/:id', '/donation-success'];
const script = () => document.querySelector<HTMLScriptElement>('script[src*="googletagmanager"]');
const bar = () => screen.queryByRole('region', { name: 'Analytics' });

/** The reported events, oldest first. */
const reports = (): unknown[][] => (commands() ?? []).filter(([name]) => name === 'event');

/** Every command sent to the script, oldest first; `undefined` when there is no command queue. */
function commands(): unknown[][] | undefined {
  const layer: unknown = Reflect.get(window, 'dataLayer');
  return Array.isArray(layer) ? layer.map((command: ArrayLike<unknown>) => Array.from(command)) : undefined;
}

function open(id?: string): void {
  const settings = id === undefined ? '' : `<meta name="analytics-id" content="${id}" />`;
  document.head.innerHTML = `<meta name="public-url" content="https://give.example" />${settings}`;
  render(
    <AppRouter>
      <Analytics patterns={patterns} />
      <AnalyticsChoice />
    </AppRouter>,
  );
}

beforeEach(() => {
  window.localStorage.clear();
  window.history.replaceState(null, '', '/claim/don_secret?amount=5#token');
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true; // only the script element matters, not what it would load
});

afterEach(() => {
  cleanup();
  document.head.innerHTML = '';
  Reflect.deleteProperty(window, 'dataLayer');
  vi.restoreAllMocks();
});

describe('without an id', () => {
  test('no bar appears and nothing is loaded, even after an earlier acceptance', async () => {
    window.localStorage.setItem(decisionKey, 'accepted');
    open();
    await screen.findByText('Your visits are not being counted.');
    expect([bar(), script(), commands()]).toEqual([null, null, undefined]);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('with an id', () => {
  test('the bar has two equal buttons, and nothing is loaded or stored before one is pressed', async () => {
    open('G-1');
    await waitFor(() => expect(bar()).not.toBeNull());
    expect(screen.getByRole('button', { name: 'Decline' }).className).toBe(
      screen.getByRole('button', { name: 'Accept' }).className,
    );
    expect(bar()?.textContent).toContain(
      'which pages you open and, when you start a payment, the charity and rounded amount, but never your name',
    );
    reportPage('/about');
    expect([script(), commands(), window.localStorage.length]).toEqual([null, undefined, 0]);
  });

  test('accepting loads the script and reports the page by its pattern, without id, query or fragment', async () => {
    open('G-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
    expect(script()?.src).toBe('https://www.googletagmanager.com/gtag/js?id=G-1');
    act(() => {
      reportPage('/donation-success');
      reportEvent('donation_started', { category: 'engagement', label: 'Maple Pantry', value: 5 });
    });
    const pageFields = (path: string): object => ({ page_path: path, page_location: `https://give.example${path}` });
    expect(reports()).toEqual([
      ['event', 'page_view', pageFields('/claim/:id')],
      ['event', 'page_view', pageFields('/donation-success')],
      ['event', 'donation_started', { event_category: 'engagement', event_label: 'Maple Pantry', value: 5 }],
    ]);
    expect(JSON.stringify(commands())).not.toMatch(/don_secret|amount|token/);
    expect([bar(), window.localStorage.getItem(decisionKey)]).toEqual([null, 'accepted']);
  });

  test('declining loads nothing, and the next visit does not ask again', async () => {
    open('G-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
    expect([bar(), script(), window.localStorage.getItem(decisionKey)]).toEqual([null, null, 'declined']);
    cleanup();
    open('G-1');
    await screen.findByText('You declined, so your visits are not counted.');
    expect([bar(), script()]).toEqual([null, null]);
  });

  test.each([
    ['Do Not Track', 'doNotTrack', '1'],
    ['Global Privacy Control', 'globalPrivacyControl', true],
  ])('a browser with %s counts as declined, even after an earlier acceptance', async (_signal, property, value) => {
    Object.defineProperty(navigator, property, { configurable: true, value });
    window.localStorage.setItem(decisionKey, 'accepted');
    open('G-1');
    await screen.findByText('Your visits are not being counted.');
    expect([bar(), script(), commands()]).toEqual([null, null, undefined]);
    Reflect.deleteProperty(navigator, property);
  });

  test('turning analytics off stops reports immediately and deletes the cookies', async () => {
    window.localStorage.setItem(decisionKey, 'accepted');
    open('G-1');
    await waitFor(() => expect(script()).not.toBeNull());
    document.cookie = '_ga=GA1.1; path=/';
    const before = reports().length;
    await userEvent.click(screen.getByRole('button', { name: 'Turn off analytics' }));
    reportPage('/about');
    expect(reports()).toHaveLength(before);
    expect([Reflect.get(window, 'ga-disable-G-1'), document.cookie.includes('_ga')]).toEqual([true, false]);
    expect(screen.getByText('You declined, so your visits are not counted.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Allow analytics' }));
    expect(reports()).toHaveLength(before + 1);
    expect(Reflect.get(window, 'ga-disable-G-1')).toBe(false);
  });
});
