// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, Route, Routes, useNavigate, type NavigateFunction } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startReporting } from '#web/analytics/index.ts';
import { moveFocusTo } from './scroll-to-section.ts';
import { useArrival } from './use-arrival.ts';

const scrolledTo: string[] = [];
const reported: string[] = [];
let navigate: NavigateFunction;

function Pages() {
  const go = useNavigate();
  useArrival();
  useEffect(() => {
    navigate = go;
  }, [go]);
  return (
    <main>
      <Routes>
        <Route
          path="/"
          element={
            <>
              <h1>Home</h1>
              <section id="donate">Donate</section>
            </>
          }
        />
        <Route path="/about" element={<h1>About</h1>} />
      </Routes>
    </main>
  );
}

const open = (address: string): void => {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Pages />
    </MemoryRouter>,
  );
};

const go = (address: string): void => act(() => void navigate(address));

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
  test('stays where the browser has it, and takes no focus', () => {
    open('/');
    wait(1000);
    expect(scrolledTo).toEqual([]);
    expect(document.activeElement).toBe(document.body);
  });

  test('moves smoothly to the section of its address after half a second', () => {
    open('/#donate');
    wait(499);
    expect(scrolledTo).toEqual([]);
    wait(1);
    expect(scrolledTo).toEqual(['donate, smooth']);
  });

  test('takes nobody back who went on by keyboard meanwhile', () => {
    open('/#donate');
    moveFocusTo(screen.getByRole('heading', { name: 'Home' }));
    wait(500);
    expect(scrolledTo).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Home' }));
  });
});

test('the same page again has focus on its heading when what had focus is gone, and else leaves it', () => {
  open('/about');
  go('/about');
  const heading = screen.getByRole('heading', { name: 'About' });
  expect(document.activeElement).toBe(heading);
  moveFocusTo(screen.getByRole('main'));
  go('/about');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

describe('another page', () => {
  test('stands at its top, with focus on its heading', () => {
    open('/');
    go('/about');
    expect(scrolledTo).toEqual(['top']);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'About' }));
  });

  test('moves on to the section of its address after 300 ms, and focus with it', () => {
    open('/about');
    go('/#donate');
    wait(299);
    expect(scrolledTo).toEqual(['top']);
    wait(1);
    expect(scrolledTo).toEqual(['top', 'donate, smooth']);
    expect(document.activeElement?.id).toBe('donate');
  });

  test('does not glide for people who want less motion', () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    open('/about');
    go('/#donate');
    wait(300);
    expect(scrolledTo).toEqual(['top', 'donate, instant']);
  });

  test('that is left before the wait is over scrolls nowhere', () => {
    open('/about');
    go('/#donate');
    wait(100);
    go('/about');
    wait(1000);
    expect(scrolledTo).toEqual(['top', 'top']);
  });
});

describe('a section that is not there yet', () => {
  const addSection = async (): Promise<void> => {
    const section = document.createElement('section');
    section.id = 'monthly';
    await act(async () => {
      screen.getByRole('main').append(section);
      await vi.advanceTimersByTimeAsync(1);
    });
  };

  test('is gone to when it comes', async () => {
    open('/about#monthly');
    wait(5000);
    expect(scrolledTo).toEqual([]);
    await addSection();
    expect(scrolledTo).toEqual(['monthly, smooth']);
    await addSection();
    expect(scrolledTo).toHaveLength(1);
  });

  test.each(['pointerdown', 'wheel'])('takes nobody away who has gone on meanwhile: %s', async (deed) => {
    open('/about#monthly');
    wait(1000);
    window.dispatchEvent(new Event(deed));
    await addSection();
    expect(scrolledTo).toEqual([]);
  });

  test('is waited for no longer than ten seconds', async () => {
    open('/about#monthly');
    wait(10_500);
    await addSection();
    expect(scrolledTo).toEqual([]);
  });

  test('is forgotten on the way to another page', async () => {
    open('/about#monthly');
    wait(1000);
    go('/');
    await addSection();
    expect(scrolledTo).toEqual(['top']);
  });
});

test('the same section is found again by another click', () => {
  open('/#donate');
  wait(500);
  go('/#donate');
  wait(300);
  expect(scrolledTo).toEqual(['donate, smooth', 'donate, smooth']);
});

test.each(['/#nowhere', '/#100%'])('an address that names no section of the page is no error: %s', (address) => {
  open('/about');
  go(address);
  wait(300);
  expect(scrolledTo).toEqual(['top']);
});

test('each change of page is reported once, by its path alone', () => {
  open('/?transaction_id=secret');
  go('/#donate');
  go('/about');
  go('/');
  expect(reported).toEqual(['/', '/about', '/']);
});
