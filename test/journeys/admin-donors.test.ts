import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectClean } from '../support/browser/page-quality.ts';
import { startRunningProduct, type RunningProduct } from '../support/browser/running-product.ts';
import { donateCoffee, expectVisible, newVisitor, startBrowser } from '../support/browser/visitor.ts';
import { signInAsAdmin } from '../support/browser/visitor-account.ts';

describe('donors in the admin area, on sqlite', () => {
  let product: RunningProduct;
  let browser: Browser;
  beforeAll(async () => {
    product = await startRunningProduct('sqlite');
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  test('a guest is found by address, exported and erased', async () => {
    const guest = await newVisitor(browser);
    const id = await donateCoffee(product.url, guest.page, 'ada@example.org');
    const { page, problems } = await newVisitor(browser);
    await signInAsAdmin(product.url, page);
    await page.goto(`${product.url}/admin/donors`);
    await page.getByRole('searchbox', { name: 'Search' }).fill('ADA@example.org');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'ada@example.org' }).click();
    await expectVisible(page.getByText('Given in CAD'));
    expect(page.url()).not.toContain('example.org');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export data (JSON)' }).click(),
    ]);
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
      email: 'ada@example.org',
      donations: [{ id }],
    });

    await page.getByRole('button', { name: 'Erase…' }).click();
    await page.getByLabel('Reason').fill('Asked by email');
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    await expectVisible(page.getByText('The donor has been erased. The donations stay in the books.'));
    await page.goto(`${product.url}/admin/donors?search=ada%40example.org`);
    await expectVisible(page.getByText('No donor matches.'));
    await page.goto(`${product.url}/admin/donations/${id}`);
    await expectVisible(page.getByText('Nobody: the address was erased on request'));
    expect([...guest.problems, ...problems]).toEqual([]);
  });

  test.each([360, 768, 1280])('the list, a donor and a dialog at %i px pass axe, and fit', async (width) => {
    const guest = await newVisitor(browser);
    await donateCoffee(product.url, guest.page, 'grace@example.org');
    const { page } = await newVisitor(browser, { width });
    await signInAsAdmin(product.url, page);
    await page.goto(`${product.url}/admin/donors`);
    await expectVisible(page.getByRole('link', { name: 'grace@example.org' }));
    await expectClean(page);
    await page.getByRole('link', { name: 'grace@example.org' }).click();
    await page.getByRole('button', { name: 'Erase…' }).click();
    await expectVisible(page.getByRole('alertdialog'));
    await expectClean(page);
    await page.getByRole('button', { name: 'Keep the donor' }).click();
    await expectClean(page);
  });
});
