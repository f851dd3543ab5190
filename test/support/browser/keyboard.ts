import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than any page has. */
const stopsMax = 120;

/** Presses Tab or Shift+Tab until an element has focus. Expects a focused element with a focus ring after every press. */
export async function tabTo(element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = element.page();
  for (let stop = 0; stop < stopsMax; stop += 1) {
    await page.keyboard.press(key);
    await expectFocusRing(page);
    if (await hasFocus(element)) return;
  }
  throw new Error(`${stopsMax} presses of ${key} do not reach ${element.toString()}`);
}

/** Moves to an element with the Tab key and presses it. */
export async function tabToAndPress(element: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(element);
  await element.page().keyboard.press(key);
}

/** Waits until an element has focus. */
export const expectFocus = (element: Locator): Promise<void> => element.and(element.page().locator(':focus')).waitFor();

/** Expects that an element of the page has focus. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}

/** Expects a ring of two pixels or more around the focused element, its label or its parent. */
async function expectFocusRing(page: Page): Promise<void> {
  const focus = await page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return { html: 'no element', ring: 0 };
    const widthOf = (candidate: Element | null): number => {
      if (candidate === null) return 0;
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
      return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth);
    };
    const candidates = [element, element.closest('label'), element.parentElement];
    return { html: element.outerHTML.slice(0, 120), ring: Math.max(...candidates.map(widthOf)) };
  });
  expect(focus.ring, `the ring around ${focus.html}`).toBeGreaterThanOrEqual(2);
}

const hasFocus = async (element: Locator): Promise<boolean> =>
  (await element.and(element.page().locator(':focus')).count()) > 0;
