import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects that a page has no faults. */
export const expectClean = async (page: Page): Promise<void> => expect(await findFaults(page)).toEqual([]);

/** The screens of most checks: a phone and a desktop. */
const phoneAndDesktop = [360, 1280];

/** Expects that the open page has no faults at any of these widths. The page keeps the last one. */
export async function expectCleanAtWidths(page: Page, widths: readonly number[] = phoneAndDesktop): Promise<void> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    faults.push(...(await findFaults(page)).map((fault) => `at ${width} px: ${fault}`));
  }
  expect(faults).toEqual([]);
}

/** Waits until nothing on a page moves. */
export const expectStill = (page: Page): Promise<void> => page.evaluate(waitUntilStill);

/**
 * Waits until nothing on a page moves, then finds faults: findings of axe, more or fewer than one `main` or one `h1`, and content
 * wider than the screen.
 */
export async function findFaults(page: Page): Promise<readonly string[]> {
  await expectStill(page);
  const violations = await findViolations(page);
  const { mains, headings } = await page.evaluate(() => ({
    mains: document.querySelectorAll('main').length,
    headings: document.querySelectorAll('h1').length,
  }));
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
    ...(mains === 1 ? [] : [`${mains} main elements`]),
    ...(headings === 1 ? [] : [`${headings} level 1 headings`]),
    ...(await findWiderThanScreen(page)),
  ];
}

/** Returns the findings of axe. Its script of 1.5 MB stays in the page, so it is loaded and compiled once for all widths. */
async function findViolations(page: Page) {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'void 0' }) });
  axe.options({ resultTypes: ['violations'] }).withTags(rules);
  return (await axe.setLegacyMode().analyze()).violations; // three times as fast, but skips a newsletter's frame
}

/** Returns a fault if the content of a page is wider than the screen. */
export async function findWiderThanScreen(page: Page): Promise<readonly string[]> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return overflow <= 0 ? [] : [`wider than the screen by ${overflow} px`];
}

/**
 * Finds amounts of US dollars that can change on screen. They become `US$` or `$` when the visitor's country is known, so
 * `follows-country` has to hide them until then. The impact report, the public figures and the page of snacks and charities say
 * `US$` to everyone.
 */
export const findDollarsThatChange = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      const isHiddenAtFirst =
        parentElement?.closest('.follows-country, .report, .public-figures, .catalogue, noscript') !== null;
      if (/(?<!CA)\$\d/.test(textContent ?? '') && !isHiddenAtFirst) found.push(`may change on screen: ${textContent}`);
    }
    return found;
  });

/** Runs in the page. Resolves after two frames in a row without a finite animation. */
async function waitUntilStill(): Promise<void> {
  const findMoving = (): Animation[] =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  const drawFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);
  let quietFrames = 0;
  while (quietFrames < 2) {
    await drawFrame(); // an animation starts one frame after its change
    const moving = findMoving();
    quietFrames = moving.length === 0 ? quietFrames + 1 : 0;
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
}
