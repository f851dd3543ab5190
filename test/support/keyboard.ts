import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than any page has: whoever has not arrived by then is going in circles. */
const stopsMax = 120;

/** Goes on, or back, by the Tab key until an element has focus. Every stop on the way must be somewhere, and look like it. */
export async function tabTo(element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = element.page();
  for (let stop = 0; stop < stopsMax; stop += 1) {
    await page.keyboard.press(key);
    await expectFocusRing(page);
    if (await hasFocus(element)) return;
  }
  throw new Error(`${stopsMax} presses of ${key} do not lead to ${element.toString()}`);
}

/** Goes to an element by the Tab key and presses it. */
export async function pressAt(element: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(element);
  await element.page().keyboard.press(key);
}

/** Waits until an element has focus. */
export const expectFocus = (element: Locator): Promise<void> => element.and(element.page().locator(':focus')).waitFor();

/** Expects that focus is on something in the page: whoever has lost it begins at the top again. */
export const expectFocusKept = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

/** Expects a ring of two pixels or more around what has focus, or around the control or field that it is the heart of. */
async function expectFocusRing(page: Page): Promise<void> {
  const focus = await page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return { place: 'nowhere', ring: 0 };
    const widthOf = (candidate: Element | null): number => {
      if (candidate === null) return 0;
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
      return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth);
    };
    const bearers = [element, element.closest('label'), element.parentElement];
    return { place: element.outerHTML.slice(0, 120), ring: Math.max(...bearers.map(widthOf)) };
  });
  expect(focus.ring, `the ring around ${focus.place}`).toBeGreaterThanOrEqual(2);
}

const hasFocus = async (element: Locator): Promise<boolean> =>
  (await element.and(element.page().locator(':focus')).count()) > 0;
