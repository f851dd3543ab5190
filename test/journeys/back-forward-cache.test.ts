import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { newVisitor, startBrowser } from '../support/browser/visitor.ts';
import { registerByRequest } from '../support/browser/visitor-account.ts';

describeJourneys(
  'the back/forward cache',
  (journey) => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await startBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    });
    afterAll(() => browser.close());
    const at = (path: string): string => journey.product.url + path;

    test.each(['/', '/faq', '/contact', '/auth', '/donation-history', '/impact', '/rewards', '/account'])(
      "keeps a visitor's %s",
      async (path) => {
        const { page } = await newVisitor(browser);
        expect(await findObstacles(page, at(path), at('/about'))).toEqual([]);
      },
    );

    test.each(['/', '/faq', '/contact', '/donation-history', '/impact', '/account'])(
      "keeps a donor's %s",
      async (path) => {
        const { page } = await newVisitor(browser);
        await registerByRequest(at(''), page);
        expect(await findObstacles(page, at(path), at('/about'))).toEqual([]);
      },
    );

    test('keeps the home page while the visitor is on another site', async () => {
      const { page } = await newVisitor(browser);
      expect(await findObstacles(page, at('/'), `${journey.product.sandboxUrl}/_sandbox`)).toEqual([]);
    });

    test('does not keep a page with an unload handler, and the obstacle is reported', async () => {
      const { page } = await newVisitor(browser);
      await page.addInitScript(() => window.addEventListener('unload', () => undefined));
      expect(await findObstacles(page, at('/faq'), at('/about'))).toEqual(['UnloadHandlerExistsInMainFrame']);
    });
  },
  { engines: ['sqlite'] },
);

/**
 * Opens a page, then another one, and goes back. Returns the obstacles in the page that kept the browser from restoring the page.
 * Reasons outside the page do not count, because the headless browser of the tests restores nothing.
 */
async function findObstacles(page: Page, url: string, away: string): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.goto(away);
  const obstacles = Promise.withResolvers<readonly string[]>();
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    obstacles.resolve(
      notRestoredExplanations.filter(({ type }) => type !== 'Circumstantial').map(({ reason }) => reason),
    ),
  );
  session.on('Page.frameNavigated', ({ type }) => {
    if (type === 'BackForwardCacheRestore') obstacles.resolve([]);
  });
  // goes back once this call has returned, because that ends the context in which the call runs
  await session.send('Runtime.evaluate', { expression: 'setTimeout(() => history.back())' });
  return obstacles.promise;
}
