import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { expectStill } from '../support/browser/page-quality.ts';
import { expectVisible, newVisitor } from '../support/browser/visitor.ts';

describeJourneys(
  'the home page',
  (journey) => {
    const openHome = async (path = '/', settings = {}): Promise<Page> => {
      const { page } = await newVisitor(journey.browser, { allowsMotion: true, ...settings });
      await page.goto(journey.product.url + path);
      await page.getByRole('button', { name: /^Coffee/ }).waitFor();
      return page;
    };
    const isAtDonate = (page: Page): Promise<boolean> =>
      page
        .waitForFunction(() => {
          const top = document.getElementById('donate')?.getBoundingClientRect().top ?? Infinity;
          return Math.abs(top) < window.innerHeight / 2;
        })
        .then(() => true);

    test('has its sections in the order of the spec', async () => {
      const page = await openHome();
      const headings = await page.locator('main').getByRole('heading', { level: 2 }).allTextContents();
      expect(headings).toEqual([
        'How it works',
        'What would you skip today?',
        'Your Impact',
        'Your Donation History',
        expect.stringContaining('.'),
      ]);
      const steps = page.getByRole('region', { name: 'How it works' }).getByRole('heading', { level: 3 });
      expect(await steps.allTextContents()).toEqual(['Choose Your Snack', 'Forward The Value', 'Create Impact']);
    });

    test('contains the hidden counter and the hidden community block', async () => {
      const page = await openHome();
      const hidden = page.locator('main [hidden]');
      expect((await hidden.allTextContents()).join(' ')).toContain('10,562');
      expect(await page.getByRole('region', { name: 'Your Impact' }).locator('[hidden]').count()).toBe(1);
      for (const element of await hidden.all()) expect(await element.isVisible()).toBe(false);
    });

    test('links lead to the pages that they name', async () => {
      const page = await openHome();
      const hrefOf = async (name: string | RegExp): Promise<string | null> =>
        page.locator('main').getByRole('link', { name }).first().getAttribute('href');
      expect([await hrefOf('Make a Donation'), await hrefOf('See Your Impact'), await hrefOf(/^Learn More/)]).toEqual([
        '/#donate',
        '/impact',
        '/impact',
      ]);
    });

    test('a visitor without donations sees what a gift of ten meals adds up to, and an empty history', async () => {
      const page = await openHome();
      const impact = page.getByRole('region', { name: 'Your Impact' });
      for (const figure of ['10', '5', '15']) await impact.getByText(figure, { exact: true }).waitFor();
      await page.getByText("You haven't made any donations yet").waitFor();
      await expectVisible(page.getByRole('link', { name: 'Make Your First Donation' }));
    });

    test('seven placeholder cards are shown while the snacks load', async () => {
      const { page } = await newVisitor(journey.browser, { allowsMotion: true });
      const released = Promise.withResolvers<undefined>();
      await page.route('**/api/snacks', async (route) => {
        await released.promise;
        await route.continue();
      });
      await page.goto(journey.product.url);
      await page.locator('.snack-grid .snack-card[aria-hidden="true"]').first().waitFor();
      expect(await page.locator('.snack-grid .snack-card[aria-hidden="true"]').count()).toBe(7);
      released.resolve(undefined);
      await page.getByRole('button', { name: /^Coffee/ }).waitFor();
    });

    test('an error is shown when the snacks cannot be loaded', async () => {
      const { page } = await newVisitor(journey.browser, { allowsMotion: true });
      await page.route('**/api/snacks', (route) => route.abort());
      await page.goto(journey.product.url);
      await expectVisible(page.getByText('Failed to load snacks. Please try again later.'));
    });

    test('Donate Now leads to the snacks, from the home page and from another one', async () => {
      const page = await openHome();
      await page.getByRole('banner').getByRole('link', { name: 'Donate Now' }).click();
      expect(await isAtDonate(page)).toBe(true);
      await page.goto(`${journey.product.url}/about`);
      await page.getByRole('banner').getByRole('link', { name: 'Donate Now' }).click();
      await page.waitForURL(`${journey.product.url}/#donate`);
      expect(await isAtDonate(page)).toBe(true);
    });

    test('another page opens scrolled to its top', async () => {
      const page = await openHome();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
      await page.waitForURL(/\/terms$/);
      await page.waitForFunction(() => window.scrollY === 0);
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('A');
    });

    test('header and footer link as the spec lists them', async () => {
      const page = await openHome();
      const main = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      expect(await main.allTextContents()).toEqual(['Home', 'Impact', 'My Donations', 'About', 'Sign In']);
      const listed = (name: string) => page.getByRole('navigation', { name }).getByRole('link').allTextContents();
      expect(await listed('Quick Links')).toEqual(['Home', 'About Us', 'Our Impact', 'Donation History', 'FAQ']);
      expect(await listed('Support')).toEqual(['FAQ', 'Contact Us', 'Terms of Service', 'Privacy Policy']);
      const foot = page.getByRole('contentinfo');
      expect(await foot.getByRole('link', { name: /^Kindbite on/ }).count()).toBe(3);
      await foot.getByText(/not tax-deductible/).waitFor();
      await foot
        .getByText(/^Skip a snack\. Serve a meal\. We turn the price of everyday snacks into donations/)
        .waitFor();
      await foot.getByText('© 2023 Kindbite. All rights reserved.').waitFor();
    });

    test('a visitor with unclaimed donations sees the link to claim them', async () => {
      const { page } = await newVisitor(journey.browser, { allowsMotion: true });
      await page.addInitScript(() =>
        localStorage.setItem('anonymous_donations', '[{"id":"don_1","amount":5,"mealsProvided":4}]'),
      );
      await page.goto(journey.product.url);
      await expectVisible(page.getByRole('banner').getByRole('link', { name: 'Claim Donations' }));
    });

    test('on a phone the menu holds the links and the currency', async () => {
      const page = await openHome('/', { width: 360, height: 740 });
      await page.getByRole('button', { name: /menu/i }).click();
      const menu = page.getByRole('dialog');
      await menu.getByRole('link', { name: 'My Donations' }).waitFor();
      await menu.getByRole('combobox', { name: 'Country and currency' }).selectOption('GB');
      await page.keyboard.press('Escape');
      await expectVisible(page.getByText('£2.73', { exact: true }).filter({ visible: true }));
    });

    test('F8 moves focus to a toast, and a swipe to the right dismisses it', async () => {
      const page = await openHome();
      await page.getByRole('button', { name: /^Coffee/ }).click();
      await journey.product.control.armApiFault({ kind: 'status', status: 503, method: 'POST', times: 10 });
      await page.getByRole('button', { name: /^Donate CA\$/ }).click();
      const toast = page.locator('.toast');
      await expectVisible(toast.getByText('Checkout Error'));
      await journey.product.control.clearFaults();
      const hasFocus = async (): Promise<boolean> => {
        await page.keyboard.press('F8'); // the toast handles the key a moment after it is visible
        return page.evaluate(() => document.activeElement?.closest('.toast-region') !== null);
      };
      await expect.poll(hasFocus).toBe(true);
      await expectStill(page);
      const box = (await toast.boundingBox())!;
      await page.mouse.move(box.x + 20, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 4 });
      await page.mouse.move(box.x + 100, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
      await toast.waitFor({ state: 'detached' });
    });

    test('with forced colors, borders show the chosen frequency and the field of the newsletter', async () => {
      const page = await openHome();
      await page.emulateMedia({ forcedColors: 'active' }); // this hides backgrounds and shadows
      const borderOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).borderTopWidth);
      const option = (name: string) => page.locator('label').filter({ has: page.getByRole('radio', { name }) });
      expect(await borderOf(option('One-time'))).toBe('1px');
      expect(await borderOf(option('Monthly'))).toBe('0px');
      expect(await borderOf(page.getByRole('textbox', { name: 'Newsletter' }))).toBe('1px');
    });

    test("the browser bar has the brand's color", async () => {
      const page = await openHome();
      expect(await page.locator('meta[name="theme-color"]').first().getAttribute('content')).toBe('#FF6B6B');
    });
  },
  { engines: ['sqlite'] },
);
