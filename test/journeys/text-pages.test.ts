import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { expectClean } from '../support/browser/page-quality.ts';
import { expectVisible, newVisitor } from '../support/browser/visitor.ts';

const texts = [
  { path: '/about', fact: /Our support team answers within 24-48 hours/ },
  { path: '/faq', fact: 'Is there a service fee?' },
  { path: '/terms', fact: /governed by Canadian law/ },
  { path: '/privacy', fact: /download all your data/ },
  { path: '/impact-report', fact: '783,210' },
  { path: '/transparency', fact: 'figures begin with the first 5 donations' },
] as const;

describeJourneys(
  'the text pages',
  (journey) => {
    test.each(texts)('$path is readable without JavaScript', async ({ path, fact }) => {
      const context = await journey.browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(journey.product.url + path);
      await expectVisible(page.getByText(fact));
      expect(await page.content()).not.toContain('{report-year}');
    });

    test('the FAQ is opened by keyboard, one entry at a time, and passes axe when open', async () => {
      const { page, problems } = await newVisitor(journey.browser, { width: 360 });
      await page.goto(`${journey.product.url}/faq`);
      const openEntries = (): Promise<string[]> => page.locator('details[open] summary').allTextContents();
      await page.getByText('What is Kindbite?').focus();
      await page.keyboard.press('Enter');
      await expect.poll(openEntries).toEqual(['What is Kindbite?']);
      for (let entry = 0; entry < 3; entry += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await expect.poll(openEntries).toEqual(['Is there a service fee?']); // in another group
      await expectClean(page);
      await page.keyboard.press('Enter');
      await expect.poll(openEntries).toEqual([]);
      expect(problems).toEqual([]);
    });

    test('a table of contents leads to its sections', async () => {
      const { page } = await newVisitor(journey.browser, { width: 360, height: 740 });
      await page.goto(`${journey.product.url}/privacy`);
      await page.getByRole('link', { name: 'Your rights' }).click();
      await page.locator('#rights:focus').waitFor();
      expect(new URL(page.url()).hash).toBe('#rights');
    });

    test('the impact report downloads for the same year, and prints without the rest of the page', async () => {
      const { page, problems } = await newVisitor(journey.browser);
      await page.goto(`${journey.product.url}/impact-report`);
      const title = await page.getByRole('heading', { level: 1 }).textContent();
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download PDF' }).click();
      const year = /\d{4}$/.exec(title ?? '')?.[0];
      expect((await download).suggestedFilename()).toBe(`kindbite-impact-report-${year}.pdf`);
      await page.emulateMedia({ media: 'print' });
      await page.getByRole('link', { name: 'Download PDF' }).waitFor({ state: 'hidden' });
      await page.locator('.site-header').waitFor({ state: 'hidden' });
      expect(problems).toEqual([]);
    });

    test('a text page looks the same whether it is loaded directly or reached by a link', async () => {
      const { page } = await newVisitor(journey.browser);
      const look = async (): Promise<string> => {
        await page.evaluate(() => document.fonts.ready.then(() => window.scrollTo(0, 0)));
        const heading = page.getByRole('heading', { level: 2 }).first();
        return heading.evaluate((element) => JSON.stringify(element.getBoundingClientRect()));
      };
      await page.goto(`${journey.product.url}/terms`);
      const loaded = await look();
      await page.goto(`${journey.product.url}/auth`);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
      await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor();
      await expect.poll(look).toBe(loaded);
    });

    test('a link from a text page applies the styles and the canonical address of the next page', async () => {
      const { page, problems } = await newVisitor(journey.browser, { width: 1280 });
      await page.goto(`${journey.product.url}/faq`);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click();
      const scene = page.locator('.hero-scene');
      await scene.waitFor();
      expect(await scene.evaluate((element) => getComputedStyle(element).objectFit)).toBe('contain');
      const addresses = await page
        .locator('link[rel="canonical"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(addresses).toEqual([`${journey.product.url}/`]);
      expect(problems).toEqual([]);
    });
  },
  { engines: ['sqlite'] },
);
