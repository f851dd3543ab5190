// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startReporting } from '#web/analytics/index.ts';
import { moveFocusTo, sectionState } from '#web/ui/scroll-to-section.ts';
import { useNavigationEffects } from './use-navigation-effects.ts';
import { RouterAt } from '#test/support/web/router-at.tsx';

const scrolledTo: string[] = [];
const reported: string[] = [];
let navigate: (address: string, options?: { readonly state: unknown }) => void;

function Pages() {
  const [, go] = useLocation();
  useNavigationEffects();
  useEffect(() => {
    navigate = go;
  }, [go]);
  return (
    <main>
      <Switch>
        <Route path="/">
          <h1>Home</h1>
          <section id="donate">Donate</section>
        </Route>
        <Route path="/about">
          <h1>About</h1>
        </Route>
      </Switch>
    </main>
  );
}

const open = (address: string): void => {
  render(
    <RouterAt address={address}>
      <Pages />
    </RouterAt>,
  );
};

const go = (address: string): void => act(() => navigate(address));

const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  scrolledTo.length = 0;
  reported.length = 0;
  startReporting({ reportPage: (path) => reported.push(path), reportEvent: () => undefined });
  vi.spyOn(window, 'scrollTo').mockImplementation(() => void scrolledTo.push('top'));
  Element.prototype.scrollIntoView = function scrollIntoView(how) {
    scrolledTo.push(`${this.id}, ${typeof how === 'object' ? how.behavior : ''}`);
  };
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList);
});

afterEach(() => void vi.useRealTimers());

describe('the first page', () => {
  test("keeps the browser's scroll position and focus", () => {
    open('/');
    wait(1000);
    expect(scrolledTo).toEqual([]);
    expect(document.activeElement).toBe(document.body);
  });

  test('scrolls smoothly to the section in the URL after half a second', () => {
    open('/#donate');
    wait(499);
    expect(scrolledTo).toEqual([]);
    wait(1);
    expect(scrolledTo).toEqual(['donate, smooth']);
  });

  test('does not scroll if the visitor has moved the focus', () => {
    open('/#donate');
    moveFocusTo(screen.getByRole('heading', { name: 'Home' }));
    wait(500);
    expect(scrolledTo).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Home' }));
  });
});

test('opening the same page again focuses its heading only when nothing has focus', () => {
  open('/about');
  go('/about');
  const heading = screen.getByRole('heading', { name: 'About' });
  expect(document.activeElement).toBe(heading);
  moveFocusTo(screen.getByRole('main'));
  go('/about');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

describe('another page', () => {
  test('opens at the top, with focus on its heading', () => {
    open('/');
    go('/about');
    expect(scrolledTo).toEqual(['top']);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'About' }));
  });

  test('scrolls to the section in the URL after 300 ms and focuses it', () => {
    open('/about');
    go('/#donate');
    wait(299);
    expect(scrolledTo).toEqual(['top']);
    wait(1);
    expect(scrolledTo).toEqual(['top', 'donate, smooth']);
    expect(document.activeElement?.id).toBe('donate');
  });

  test('scrolls to the section in the history state, at an address without a hash', () => {
    open('/about');
    act(() => navigate('/', { state: sectionState('donate') }));
    wait(300);
    expect(scrolledTo).toEqual(['top', 'donate, smooth']);
    expect(window.location.hash).toBe('');
  });

  test('scrolls instantly for visitors who prefer reduced motion', () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    open('/about');
    go('/#donate');
    wait(300);
    expect(scrolledTo).toEqual(['top', 'donate, instant']);
  });

  test('does not scroll if the visitor leaves before the delay ends', () => {
    open('/about');
    go('/#donate');
    wait(100);
    go('/about');
    wait(1000);
    expect(scrolledTo).toEqual(['top', 'top']);
  });
});

describe('a section that is still loading', () => {
  const addSection = async (): Promise<void> => {
    const section = document.createElement('section');
    section.id = 'monthly';
    await act(async () => {
      screen.getByRole('main').append(section);
      await vi.advanceTimersByTimeAsync(1);
    });
  };

  test('is scrolled to when it is rendered', async () => {
    open('/about#monthly');
    wait(5000);
    expect(scrolledTo).toEqual([]);
    await addSection();
    expect(scrolledTo).toEqual(['monthly, smooth']);
    await addSection();
    expect(scrolledTo).toHaveLength(1);
  });

  test.each(['pointerdown', 'wheel'])('is not scrolled to after %s', async (input) => {
    open('/about#monthly');
    wait(1000);
    window.dispatchEvent(new Event(input));
    await addSection();
    expect(scrolledTo).toEqual([]);
  });

  test('is not scrolled to after ten seconds', async () => {
    open('/about#monthly');
    wait(10_500);
    await addSection();
    expect(scrolledTo).toEqual([]);
  });

  test('is not scrolled to after navigation to another page', async () => {
    open('/about#monthly');
    wait(1000);
    go('/');
    await addSection();
    expect(scrolledTo).toEqual(['top']);
  });
});

test('a second click on the same link scrolls to the section again', () => {
  open('/#donate');
  wait(500);
  go('/#donate');
  wait(300);
  expect(scrolledTo).toEqual(['donate, smooth', 'donate, smooth']);
});

test('a section is scrolled to even when the browser has taken the focus from the clicked link', () => {
  open('/');
  const clicked = screen.getByRole('heading', { name: 'Home' });
  moveFocusTo(clicked);
  go('/#donate');
  clicked.blur();
  wait(300);
  expect(scrolledTo).toEqual(['donate, smooth']);
});

test.each(['/#nowhere', '/#100%'])('a URL without a matching section is not an error: %s', (address) => {
  open('/about');
  go(address);
  wait(300);
  expect(scrolledTo).toEqual(['top']);
});

test('each page view is reported once, with the path only', () => {
  open('/?transaction_id=secret');
  go('/#donate');
  go('/about');
  go('/');
  expect(reported).toEqual(['/', '/about', '/']);
});
