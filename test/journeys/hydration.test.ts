import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { newVisitor } from '../support/browser/visitor.ts';

/** Waits until the page has been painted two more times. */
const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const drawn = Promise.withResolvers<number>();
    requestAnimationFrame(() => requestAnimationFrame(drawn.resolve));
    await drawn.promise;
  });

describeJourneys(
  'a prerendered page',
  (journey) => {
    test('keeps its content while its script loads and the country is detected', async () => {
      const { page } = await newVisitor(journey.browser, { locale: 'de-DE', timezoneId: 'Europe/Berlin' });
      const script = Promise.withResolvers<void>();
      await page.route(/home-page-[^/]*\.js$/, async (route) => {
        await script.promise;
        await route.continue();
      });
      await page.goto(journey.product.url, { waitUntil: 'commit' });
      await page.locator('.menu-button:enabled').waitFor({ state: 'attached' }); // the header is hydrated
      await twoFrames(page);
      expect(await page.getByRole('heading', { name: 'How it works' }).isVisible()).toBe(true);
      script.resolve();
      await page.getByRole('button', { name: /^Coffee/ }).waitFor();
      expect(await page.getByRole('heading', { name: 'How it works' }).isVisible()).toBe(true);
    });
  },
  ['sqlite'],
);
