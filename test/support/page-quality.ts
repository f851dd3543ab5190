import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects that nothing is wrong with what a page shows. */
export const expectClean = async (page: Page): Promise<void> => expect(await findFaults(page)).toEqual([]);

/**
 * What is wrong with what a page shows, once nothing on it moves any more: whatever axe finds, another number of main parts or
 * headings than one, and a width that the screen does not have.
 */
export async function findFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(comeToRest);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(rules);
  const { violations } = await axe.setLegacyMode().analyze(); // looks from within the page, at a third of the time: it has no frames
  const { mains, headings, overflow } = await page.evaluate(() => ({
    mains: document.querySelectorAll('main').length,
    headings: document.querySelectorAll('h1').length,
    overflow: document.documentElement.scrollWidth - window.innerWidth,
  }));
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
    ...(mains === 1 ? [] : [`${mains} main parts`]),
    ...(headings === 1 ? [] : [`${headings} headings of the first level`]),
    ...(overflow <= 0 ? [] : [`wider than the screen by ${overflow} px`]),
  ];
}

/** Runs in the page: is done when two frames were drawn in a row without an animation that comes to an end. */
async function comeToRest(): Promise<void> {
  const findMoving = (): Animation[] =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  const drawFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);
  let quietFrames = 0;
  while (quietFrames < 2) {
    await drawFrame(); // an animation begins with the frame after the change that it shows
    const moving = findMoving();
    quietFrames = moving.length === 0 ? quietFrames + 1 : 0;
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
}
