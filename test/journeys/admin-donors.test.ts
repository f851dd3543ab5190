import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expectClean } from '../support/browser/page-quality.ts';
import { describeJourneys } from '../support/browser/journey.ts';
import { donateCoffee, expectVisible, newVisitor } from '../support/browser/visitor.ts';
import { signInAsAdmin } from '../support/browser/visitor-account.ts';

describeJourneys(
  'donors in the admin area',
  (journey) => {
    test('a guest is found by address, exported and erased', async () => {
      const guest = await newVisitor(journey.browser);
      const id = await donateCoffee(journey.product.url, guest.page, 'ada@example.org');
      const { page, problems } = await newVisitor(journey.browser);
      await signInAsAdmin(journey.product.url, page);
      await page.goto(`${journey.product.url}/admin/donors`);
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
      await page.goto(`${journey.product.url}/admin/donors?search=ada%40example.org`);
      await expectVisible(page.getByText('No donor matches.'));
      await page.goto(`${journey.product.url}/admin/donations/${id}`);
      await expectVisible(page.getByText('No one: the address was erased on request'));
      expect([...guest.problems, ...problems]).toEqual([]);
    });

    test.each([360, 768, 1280])('the list, a donor and a dialog at %i px pass axe, and fit', async (width) => {
      const guest = await newVisitor(journey.browser);
      await donateCoffee(journey.product.url, guest.page, 'grace@example.org');
      const { page } = await newVisitor(journey.browser, { width });
      await signInAsAdmin(journey.product.url, page);
      await page.goto(`${journey.product.url}/admin/donors`);
      await expectVisible(page.getByRole('link', { name: 'grace@example.org' }));
      await expectClean(page);
      await page.getByRole('link', { name: 'grace@example.org' }).click();
      await page.getByRole('button', { name: 'Erase…' }).click();
      await expectVisible(page.getByRole('alertdialog'));
      await expectClean(page);
      await page.getByRole('button', { name: 'Keep the donor' }).click();
      await expectClean(page);
    });
  },
  { engines: ['sqlite'] },
);
