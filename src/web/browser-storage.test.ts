// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readCookies, storedInBrowser, storedInTab } from './browser-storage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  window.localStorage.clear();
  window.sessionStorage.clear();
});

describe.each([
  { kept: 'in the browser', area: 'localStorage', store: storedInBrowser },
  { kept: 'in the tab', area: 'sessionStorage', store: storedInTab },
] as const)('a text kept $kept', ({ area, store }) => {
  test('is in the browser’s storage until it is removed', () => {
    const text = store('key');
    expect(text.read()).toBeNull();
    text.write('soup');
    expect([text.read(), window[area].getItem('key')]).toEqual(['soup', 'soup']);
    text.write(null);
    expect([text.read(), window[area].getItem('key')]).toEqual([null, null]);
  });

  test('lasts as long as the page if accessing the storage throws', () => {
    const text = store('key');
    vi.spyOn(window, area, 'get').mockImplementation(refuse);
    expect(text.read()).toBeNull();
    text.write('soup');
    expect(text.read()).toBe('soup');
    text.write(null);
    expect(text.read()).toBeNull();
  });

  test('replaces the stored one while the storage is full, and is stored when there is room', () => {
    const text = store('key');
    text.write('soup');
    const storage = window[area];
    const full = new Proxy(storage, { get: (_, name) => (name === 'setItem' ? refuse : Reflect.get(storage, name)) });
    const access = vi.spyOn(window, area, 'get').mockReturnValue(full);
    text.write('stew');
    expect([text.read(), storage.getItem('key')]).toEqual(['stew', 'soup']);
    access.mockRestore();
    text.write('bread');
    expect([text.read(), window[area].getItem('key')]).toEqual(['bread', 'bread']);
  });
});

test('there are no cookies if reading them throws', () => {
  document.cookie = 'a=1';
  expect(readCookies()).toContain('a=1');
  vi.spyOn(document, 'cookie', 'get').mockImplementation(refuse);
  expect(readCookies()).toBe('');
});

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
