import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { waitUntilHistorySays } from '../support/browser/donation-history.ts';
import { expectFocus, tabToAndPress, tabTo } from '../support/browser/keyboard.ts';
import { expectCleanAtWidths } from '../support/browser/page-quality.ts';
import { expectVisible, newVisitor, payOnHostedPage } from '../support/browser/visitor.ts';
import { registerByRequest } from '../support/browser/visitor-account.ts';

const estimatedLines = [
  ['Food banks across Canada', 'CA$4.76'],
  ['Service fee (10%)', 'CA$0.48'],
  ['The card provider is expected to keep', 'CA$0.36'],
  ['Left for running this site', 'CA$0.12'],
  ['Total', 'CA$5.24'],
];
const actualLines = [
  ...estimatedLines.slice(0, 2),
  ['The card provider kept', 'CA$0.45'],
  ['Left for running this site', 'CA$0.03'],
  ['Total', 'CA$5.24'],
];

/** Reads the lines of the open split. */
const linesOf = (page: Page): Promise<(string | null)[][]> =>
  page
    .locator('.split-line')
    .evaluateAll((lines) => lines.map((line) => [...line.children].map(({ textContent }) => textContent)));

describeJourneys(
  'the split of a donation',
  (journey) => {
    test('can be opened by keyboard alone, as an estimate before the payment and with the actual fee afterward', async () => {
      const { page, problems } = await newVisitor(journey.browser, { width: 360, height: 740 });
      await page.goto(`${journey.product.url}/#donate`);
      await page.getByRole('button', { name: /^Coffee/ }).click();
      const why = page.getByRole('button', { name: 'Why? About the service fee' });
      await tabToAndPress(why);
      const dialog = page.getByRole('dialog', { name: 'Where CA$5.24 goes' });
      await expectVisible(dialog.getByText('CA$0.12'));
      expect(await linesOf(page)).toEqual(estimatedLines);
      await expectCleanAtWidths(page, [320, 360, 768, 1280]);
      await expectFocus(dialog.getByRole('button', { name: 'Got it' }));
      await page.keyboard.press('Escape');
      await expectFocus(why);

      await page.getByRole('button', { name: 'Donate CA$5.24' }).click();
      await payOnHostedPage(page);
      await page.getByRole('heading', { name: /Thank you/ }).waitFor();
      const part = page.getByText('Where the money went', { exact: true });
      await tabTo(part);
      await page.keyboard.press('Enter');
      await expectVisible(page.getByText(/^This is our estimate\./));
      expect(await linesOf(page)).toEqual(estimatedLines);
      await journey.product.reconcile();
      await page.reload();
      await part.click();
      await expectVisible(page.getByText('The card provider kept'));
      expect(await linesOf(page)).toEqual(actualLines);
      await expectCleanAtWidths(page);
      expect(problems).toEqual([]);
    });

    test('is in the history of its donor, even after a refund', async () => {
      const { page, problems } = await newVisitor(journey.browser);
      await registerByRequest(journey.product.url, page);
      await page.goto(`${journey.product.url}/#donate`);
      await page.getByRole('button', { name: /^Coffee/ }).click();
      await page.getByRole('button', { name: 'Donate CA$5.24' }).click();
      await payOnHostedPage(page);
      await page.getByRole('heading', { name: /Thank you/ }).waitFor();
      await journey.product.reconcile();
      const payments = await journey.product.control.readPayments();
      await journey.product.control.refund(payments.at(-1)?.paymentIntentId ?? '', 200);
      await waitUntilHistorySays(journey, page, 'Partly refunded');
      await page.getByText(/^Where the money went/).click();
      await expectVisible(page.getByText('The card provider kept'));
      expect(await linesOf(page)).toEqual([
        ['Food banks across Canada', 'CA$2.94'],
        ['Service fee (10%)', 'CA$0.30'],
        ['The card provider kept', 'CA$0.45'],
        ['Kindbite adds', 'CA$0.15'],
        ['Refunded', 'CA$2.00'],
        ['Total', 'CA$5.24'],
      ]);
      await expectCleanAtWidths(page, [320, 360, 768, 1280]);
      expect(problems).toEqual([]);
    });
  },
  { engines: ['postgres'], environment: { CARD_FEE: '3% + 0.20' } },
);
