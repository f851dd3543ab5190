import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { expectClean, findWiderThanScreen } from '../support/browser/page-quality.ts';
import { expectVisible, newVisitor } from '../support/browser/visitor.ts';

describeJourneys(
  'pages',
  (journey) => {
    test.each(['stack', 'custom amount', 'custom amount error', 'review', 'side menu', 'toast'])(
      'home with %s open passes axe',
      async (state) => {
        const { page } = await newVisitor(journey.browser, { width: 360, height: 740 });
        await page.goto(journey.product.url);
        await page.getByRole('button', { name: /^Coffee/ }).click();
        const openDialog = async (opener: Locator): Promise<void> => {
          await opener.click();
          await expectVisible(page.getByRole('dialog'));
        };
        const slimBar = page.getByRole('region', { name: 'Your donation so far' });
        if (state.startsWith('custom amount')) await openDialog(page.getByRole('button', { name: /^Custom Amount/ }));
        if (state === 'custom amount error') {
          await page.getByRole('dialog').getByRole('textbox').fill('1e3');
          await page.keyboard.press('Enter');
          await page.getByText(/^Please enter an amount between/).waitFor();
        }
        if (state === 'review') await openDialog(slimBar.getByRole('button'));
        if (state === 'side menu') await openDialog(page.getByRole('button', { name: /menu/i }));
        if (state === 'toast') {
          await journey.product.control.armApiFault({ kind: 'status', status: 503, method: 'POST', times: 10 });
          await slimBar.getByRole('button').click();
          const donate = page.getByRole('dialog').getByRole('button', { name: /^Donate/ });
          await donate.click();
          await page.getByText('Payment Error').first().waitFor();
          expect(await donate.evaluate(isUncovered)).toBe(true);
          await journey.product.control.clearFaults();
        }
        await expectClean(page);
      },
    );

    test('an unknown path returns 404 with the not-found page, and an unknown API path returns 404 in JSON', async () => {
      const { page } = await newVisitor(journey.browser);
      const response = await page.goto(`${journey.product.url}/no-such-page`);
      expect(response?.status()).toBe(404);
      await page.getByText('404 Page Not Found').first().waitFor();
      const call = await fetch(`${journey.product.url}/api/no-such-call`);
      expect([call.status, await call.json()]).toMatchObject([404, { code: 'not_found' }]);
    });

    test.each(['/claim/%E0%A4%A', '/newsletter/unsubscribe/%zz'])(
      'an address that cannot be decoded is not found, by the server or in the browser: %s',
      async (address) => {
        const { page, problems } = await newVisitor(journey.browser);
        await page.goto(journey.product.url + address);
        await expect.poll(() => page.getByRole('button', { name: 'Subscribe' }).isEnabled()).toBe(true); // hydrated
        await page.getByText('404 Page Not Found').first().waitFor();
        expect(problems).toEqual([expect.stringContaining('404')]); // for the document itself
      },
    );

    test('home with a basket and text at twice the size is not wider than a 320 px phone', async () => {
      const { page, context } = await newVisitor(journey.browser, { width: 320, height: 740 });
      const devtools = await context.newCDPSession(page);
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      await page.goto(journey.product.url);
      await page.getByRole('button', { name: /^Coffee/ }).click();
      await page.getByRole('region', { name: 'Your donation so far' }).waitFor();
      expect(await findWiderThanScreen(page)).toEqual([]);
    });

    test('a click on a label selects its choice', async () => {
      const { page } = await newVisitor(journey.browser);
      await page.goto(journey.product.url);
      await page.getByText('Monthly', { exact: true }).click();
      await expect.poll(() => page.getByRole('radio', { name: 'Monthly' }).isChecked()).toBe(true);
      await page.getByRole('radio', { name: 'One-time' }).check();
      await expect.poll(() => page.getByRole('radio', { name: 'Monthly' }).isChecked()).toBe(false);
    });

    test('home needs only the core file of our font', async () => {
      const { page } = await newVisitor(journey.browser);
      const fonts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
      });
      await page.goto(journey.product.url);
      await page.getByRole('button', { name: /^Coffee/ }).waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      expect(fonts).toEqual([expect.stringMatching(/nunito-core/)]);
      expect(await page.evaluate(() => document.fonts.check('800 48px "Nunito Variable"', 'Skip a snack'))).toBe(true);
    });

    test('home is readable without JavaScript, and says that donating needs it', async () => {
      const context = await journey.browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(journey.product.url);
      await page.getByRole('heading', { name: 'How it works' }).waitFor();
      await expectVisible(page.getByText(/^You need JavaScript/));
      expect(await page.getByText(/^You haven't made any donations/).isVisible()).toBe(false);
    });
  },
  { engines: ['sqlite'] },
);

/** Returns true if a click on the middle of an element reaches the element. */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
