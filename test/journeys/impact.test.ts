import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addMonths } from '#domain/recurring/add-months.ts';
import { advanceTo, providerNow } from '../support/browser/advance-months.ts';
import { describeJourneys } from '../support/browser/journey.ts';
import { expectCleanAtWidths } from '../support/browser/page-quality.ts';
import { donateCoffee, donateCoffeeMonthly, expectVisible, newVisitor } from '../support/browser/visitor.ts';
import { registerByRequest } from '../support/browser/visitor-account.ts';

describeJourneys(
  'a donor with donations in two months',
  (journey) => {
    test('sees charts of past and expected donations with their figures, and saves a picture', async () => {
      const { url } = journey.product;
      const { page, problems } = await newVisitor(journey.browser);
      await registerByRequest(url, page);
      const middle = nextMiddleOfMonth(await providerNow(journey));
      await advanceTo(journey, page, secondsOf(middle));
      await donateCoffee(url, page);
      await advanceTo(journey, page, secondsOf(addMonths(middle, 1)));
      await donateCoffeeMonthly(url, page);
      await page.goto(`${url}/impact`);

      const donated = page.getByRole('img', { name: /^Donated: US\$7\.00 / });
      await expectVisible(donated);
      expect((await barsOf(donated)).slice(-2)).toEqual(['US$3.50', 'US$3.50']);
      await expectVisible(page.getByRole('img', { name: /^Expected by .*: US\$17\.50\.$/ }));
      await expectCleanAtWidths(page);

      await page.getByRole('tab', { name: 'Running total' }).click();
      await expect.poll(async () => (await barsOf(donated)).slice(-2)).toEqual(['US$3.50', 'US$7']);
      await page.getByText('Show as table').first().click();
      const rows = page.getByRole('group', { name: 'Your giving as a running total' }).getByRole('row');
      expect(await rows.nth(1).getByRole('cell').allTextContents()).toEqual(['2', 'US$7.00', '6']);
      await expectCleanAtWidths(page);

      await page.getByRole('button', { name: 'Make a picture' }).click();
      await expectVisible(page.getByRole('img', { name: /6 meals from 2 donations to 1 charity/ }));
      const picture = await savePicture(page);
      expect(pngSize(picture)).toEqual({ width: 1200, height: 630 });
      expect(picture.length).toBeGreaterThan(20_000); // an empty picture has 4 kB
      await expectCleanAtWidths(page);
      expect(problems).toEqual([]);
    });
  },
  { engines: ['sqlite'] },
);

/** Returns noon of the next 15th of a month, because a month later is then the next month in every time zone. */
function nextMiddleOfMonth(nowSeconds: number): Date {
  const now = new Date(nowSeconds * 1000);
  const middle = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 15, 12));
  return middle > now ? middle : addMonths(middle, 1);
}

const secondsOf = (instant: Date): number => instant.getTime() / 1000;

/** Reads the value of each bar of a chart. */
const barsOf = async (chart: ReturnType<Page['locator']>): Promise<(string | undefined)[]> =>
  (await chart.locator('title').allTextContents()).map((title) => title.split(': ')[1]);

async function savePicture(page: Page): Promise<Buffer> {
  const event = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save picture' }).click();
  const file = await event;
  expect(file.suggestedFilename()).toBe('kindbite-impact.png');
  return readFile(await file.path());
}

/** Reads the size from a PNG's header. */
const pngSize = (png: Buffer): { width: number; height: number } => {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
};
