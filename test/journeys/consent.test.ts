import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { expectClean } from '../support/browser/page-quality.ts';
import { newVisitor } from '../support/browser/visitor.ts';

const thankYou = '/donation-success?amount=5.00&meals=4&charity=Someone&transaction_id=forged';

/** Collects the requests of a page to other hosts, and responds to them. */
async function recordOutsideRequests(page: Page, ownOrigin: string): Promise<string[]> {
  const requested: string[] = [];
  await page.context().route(
    (url) => url.origin !== ownOrigin,
    async (route) => {
      requested.push(route.request().url());
      await route.fulfill({ contentType: 'text/javascript', body: '' });
    },
  );
  return requested;
}

/** Reads the paths of the page views that were reported to the analytics script. */
const reportedPages = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const layer: unknown = Reflect.get(window, 'dataLayer');
    const commands = Array.isArray(layer) ? layer.map((command: ArrayLike<unknown>) => Array.from(command)) : [];
    return commands
      .filter(([, name]) => name === 'page_view')
      .map(([, , parameters]) => (parameters as { page_path: string }).page_path);
  });

describeJourneys(
  'a product with analytics',
  (journey) => {
    test.each(['/', '/faq', '/privacy', '/auth', thankYou])(
      'asks for consent on %s, passes axe, and makes no request to another host before an answer or after Decline',
      async (path) => {
        const { page, problems } = await newVisitor(journey.browser, { width: 360, height: 740 });
        const requested = await recordOutsideRequests(page, journey.product.url);
        await page.goto(journey.product.url + path);
        await page.getByRole('button', { name: 'Decline' }).waitFor();
        await page.waitForLoadState('networkidle');
        await page.getByRole('heading', { level: 1 }).waitFor(); // the thank-you page shows a spinner first
        await expectClean(page);
        expect(requested).toEqual([]);
        expect(problems.filter((problem) => !problem.includes('status of 404'))).toEqual([]);
        await page.getByRole('button', { name: 'Decline' }).click();
        await page.reload();
        await page.waitForLoadState('networkidle');
        expect([await page.getByRole('button', { name: 'Accept' }).count(), requested]).toEqual([0, []]);
      },
    );

    test('reports page views by path after the visitor consents, until consent is withdrawn', async () => {
      const { page, problems } = await newVisitor(journey.browser, { width: 1280 });
      const requested = await recordOutsideRequests(page, journey.product.url);
      await page.goto(`${journey.product.url}/faq?from=a-friend#donations`);
      await page.getByRole('button', { name: 'Accept' }).click();
      await expect.poll(() => requested).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-JOURNEY']);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
      await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
      await expect.poll(() => reportedPages(page)).toEqual(['/faq', '/privacy']);
      await page.getByRole('button', { name: 'Turn off analytics' }).click();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click();
      await page.getByRole('heading', { level: 2, name: 'How it works' }).waitFor();
      expect(await reportedPages(page)).toEqual(['/faq', '/privacy']);
      expect(problems).toEqual([]);
    });
  },
  { engines: ['sqlite'], environment: { ANALYTICS_ID: 'G-JOURNEY' } },
);
