import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { expectClean } from '../support/browser/page-quality.ts';
import { newVisitor } from '../support/browser/visitor.ts';

describeJourneys(
  'a visitor',
  (journey) => {
    test.each([4, 6])(
      'from Germany with a phone that is %i times slower sees no Canadian price and gets the right charity',
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
        for (const load of ['first', 'with a basket']) {
          await page.goto(journey.product.url);
          await page.getByRole('button', { name: /^Coffee/ }).click();
          await page.getByRole('button', { name: /^Donate €/ }).waitFor();
          expect([load, await chosenCharity(page), await canadianPrices(page)]).toEqual([load, '9', []]);
        }
      },
    );

    test.each([
      { width: 320, textSize: '100%' },
      { width: 320, textSize: '200%' },
      { width: 360, textSize: '200%' },
    ])('with $textSize text at $width px sees the header in one row', async ({ width, textSize }) => {
      const { page } = await newVisitor(journey.browser, { width, height: 740 });
      await page.goto(`${journey.product.url}/about`);
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), textSize);
      const parts = page.getByRole('banner').locator('.site-header-row > :visible');
      const middles = await parts.evaluateAll((all) =>
        all.map((part) => {
          const { top, bottom } = part.getBoundingClientRect();
          return Math.round((top + bottom) / 2);
        }),
      );
      expect(middles).toEqual([middles[0], middles[0], middles[0]]); // the name, Donate Now and the menu
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });

    test('who opens a page offline sees the error page with its picture', async () => {
      const { page, context } = await newVisitor(journey.browser);
      await page.goto(journey.product.url);
      await page.getByRole('button', { name: /^Coffee/ }).waitFor();
      await context.setOffline(true);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
      await page.getByRole('heading', { name: 'Something crumbled' }).waitFor();
      await page.getByText(/^You seem to be offline/).waitFor();
      const picture = page.getByRole('main').locator('img');
      expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(
        240,
      );
      await expectClean(page);
    });
  },
  { engines: ['sqlite'] },
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
