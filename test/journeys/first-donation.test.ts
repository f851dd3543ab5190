import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/databases.ts';
import { startRunningProduct, type RunningProduct } from '#test/support/running-product.ts';
import { newVisitor, payOnHostedPage, startBrowser } from '#test/support/visitor.ts';

forEachDatabase((engine) => {
  describe('a first donation', () => {
    let product: RunningProduct;
    let browser: Browser;

    beforeAll(async () => {
      product = await startRunningProduct(engine);
      browser = await startBrowser();
    });
    afterAll(async () => {
      await browser.close();
      await product.stop();
    });

    test('a visitor from Canada pays to the cent what the page showed, and the donation stands in the books', async () => {
      const { page, problems } = await newVisitor(browser);
      await page.goto(product.url);
      await page.getByRole('button', { name: /^Coffee/ }).click();
      await page.getByRole('button', { name: /^Candy Bar/ }).click();
      await page.getByText('CA$7.48', { exact: true }).filter({ visible: true }).first().waitFor();
      await page.getByRole('button', { name: /^Donate CA\$7\.48/ }).click();

      await page.getByRole('button', { name: 'Pay CA$7.48' }).waitFor();
      await payOnHostedPage(page);

      await page.getByRole('heading', { name: /Thank you/ }).waitFor();
      const [donation, ...others] = await product.donations();
      expect(others).toEqual([]);
      expect(donation).toMatchObject({ chargeTotalMinor: 748, label: 'Stacked Snacks', charityId: 6 });
      await page.getByText(donation?.id ?? 'no donation', { exact: true }).waitFor();
      const stored: unknown = await page.evaluate(() => JSON.parse(localStorage.getItem('anonymous_donations') ?? 'null'));
      expect(stored).toEqual([{ id: donation?.id, amount: 5, mealsProvided: 4 }]);
      expect(problems).toEqual([]);
      expect(await product.ledgerFindings()).toEqual([]);
    });
  });
});
