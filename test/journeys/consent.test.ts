import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys } from '#test/support/journey.ts';
import { expectClean } from '#test/support/page-quality.ts';
import { newVisitor } from '#test/support/visitor.ts';

const thankYou = '/donation-success?amount=5.00&meals=4&charity=Somebody&transaction_id=forged';

/** Collects what a page asks other hosts for, and answers in their place. */
async function watchOthers(page: Page, own: string): Promise<string[]> {
  const asked: string[] = [];
  await page.context().route(
    (url) => url.origin !== own,
    async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: 'text/javascript', body: '' });
    },
  );
  return asked;
}

/** Paths of the pages that the script was told of. */
const reportedPages = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const layer: unknown = Reflect.get(window, 'dataLayer');
    const orders = Array.isArray(layer) ? layer.map((order: ArrayLike<unknown>) => Array.from(order)) : [];
    return orders
      .filter(([, name]) => name === 'page_view')
      .map(([, , place]) => (place as { page_path: string }).page_path);
  });

describeJourneys(
  'a product that counts visits',
  (journey) => {
    test.each(['/', '/faq', '/privacy', '/auth', thankYou])(
      'asks on %s, by axe’s rules, and asks nobody else for anything meanwhile',
      async (path) => {
        const { page, problems } = await newVisitor(journey.browser, { width: 360, height: 740 });
        const asked = await watchOthers(page, journey.product.url);
        await page.goto(journey.product.url + path);
        await page.getByRole('button', { name: 'Decline' }).waitFor();
        await page.waitForLoadState('networkidle');
        await expectClean(page);
        expect(asked).toEqual([]);
        expect(problems.filter((problem) => !problem.includes('status of 404'))).toEqual([]);
        await page.getByRole('button', { name: 'Decline' }).click();
        await page.reload();
        await page.waitForLoadState('networkidle');
        expect([await page.getByRole('button', { name: 'Accept' }).count(), asked]).toEqual([0, []]);
      },
    );

    test('counts pages by their patterns after a yes, until the visitor thinks again', async () => {
      const { page, problems } = await newVisitor(journey.browser, { width: 1280 });
      const asked = await watchOthers(page, journey.product.url);
      await page.goto(`${journey.product.url}/faq?from=a-friend#donations`);
      await page.getByRole('button', { name: 'Accept' }).click();
      await expect.poll(() => asked).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-JOURNEY']);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
      await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
      expect(await reportedPages(page)).toEqual(['/faq', '/privacy']);
      await page.getByRole('button', { name: 'Stop counting my visits' }).click();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click();
      await page.getByRole('heading', { level: 2, name: 'How it works' }).waitFor();
      expect(await reportedPages(page)).toEqual(['/faq', '/privacy']);
      expect(problems).toEqual([]);
    });
  },
  ['sqlite'],
  { ANALYTICS_ID: 'G-JOURNEY' },
);

describeJourneys(
  'a change of page',
  (journey) => {
    test('brings the rules and the public address of the page along', async () => {
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
  ['sqlite'],
);
