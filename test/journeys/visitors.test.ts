import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { newVisitor } from '../support/browser/visitor.ts';

describeJourneys(
  'a visitor',
  (journey) => {
    test.each([4, 6])(
      'from Germany whose phone is %i times slower sees no Canadian price and gets the right charity',
      async (rate) => {
        const { page, context } = await newVisitor(journey.browser, {
          locale: 'de-DE',
          timezoneId: 'Europe/Berlin',
          width: 390,
          height: 844,
        });
        await page.addInitScript(recordCanadianPrices);
        const devTools = await context.newCDPSession(page);
        await devTools.send('Emulation.setCPUThrottlingRate', { rate });
        for (const load of ['first', 'with a basket', 'with a basket again']) {
          await page.goto(journey.product.url);
          await page.getByRole('button', { name: /^Coffee/ }).click();
          await page
            .getByRole('button', { name: /^Donate €/ })
            .first()
            .waitFor();
          expect([load, await chosenCharity(page), await canadianPrices(page)]).toEqual([load, '9', []]);
        }
      },
    );
  },
  ['sqlite'],
);

const chosenCharity = (page: Page): Promise<string> => page.getByRole('combobox', { name: 'Charity' }).inputValue();

const canadianPrices = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'canadianPrices'));

/** Runs in the page. Collects every visible price in Canadian dollars, except what the card will be charged. */
function recordCanadianPrices(): void {
  const seen: string[] = [];
  Reflect.set(window, 'canadianPrices', seen);
  const isCanadian = (text: string): boolean => /(?<!charged )CA\$|^CAD$/.test(text);
  const look = (): void => {
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      const isPrice = isCanadian(textContent ?? '') && parentElement?.closest('option, noscript, script') === null;
      if (isPrice && parentElement?.checkVisibility({ visibilityProperty: true })) seen.push(textContent ?? '');
    }
    requestAnimationFrame(look);
  };
  look();
}
