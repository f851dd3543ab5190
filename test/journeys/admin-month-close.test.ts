import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accountingCalls } from '#contract/calls/admin/money/accounting.ts';
import { advanceTo, providerNow } from '../support/browser/advance-months.ts';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { donateTo, openAs } from '../support/browser/payout-journey.ts';
import { expectVisible } from '../support/browser/visitor.ts';
import { formatCalendarMonth } from '#web/ui/format-date.ts';

const daySeconds = 24 * 60 * 60;

describeJourneys(
  'the end of a month',
  (journey) => {
    test('Finance closes the month and downloads its archive, whose checksum is the stored one', async () => {
      const { product } = journey;
      await donateTo(journey, 6);
      const month = formatCalendarMonth(monthAt(await providerNow(journey)));
      const finance = await openAs(journey, 'finance');
      await advanceTo(journey, finance, (await providerNow(journey)) + 33 * daySeconds);

      const close = finance.getByRole('button', { name: `Close ${month}…` });
      await expect
        .poll(async () => {
          await finance.goto(`${product.url}/admin/accounting`);
          await expectVisible(finance.getByRole('heading', { name: 'Months' }));
          await expectVisible(finance.getByRole('rowheader', { name: month }));
          return close.count();
        }, waiting)
        .toBe(1);
      await close.click();
      await finance.getByLabel('Reason').fill('Month end');
      await finance.getByRole('button', { name: 'Close this month' }).click();
      const row = finance.getByRole('row', { name: new RegExp(`^${month} Closed by`) });
      await expectVisible(row);
      expect(await close.count()).toBe(0);

      const [download] = await Promise.all([
        finance.waitForEvent('download'),
        row.getByRole('link', { name: `Download ${month}` }).click(),
      ]);
      const archive = await readFile(await download.path());
      const checksum = createHash('sha256').update(archive).digest('hex');
      expect(await row.locator('code').textContent()).toBe(checksum);

      const current = monthAt(await providerNow(journey));
      expect(await requestClose(journey, finance, current)).toEqual([409, 'This month is not over yet.']);
      expect(await product.ledgerFindings()).toEqual([]);
    });
  },
  { engines: ['sqlite'] },
);

/** The product writes the days of the month a moment after the clock has moved. */
const waiting = { interval: 1000 };

const monthAt = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 7);

async function requestClose({ product }: Journey, page: Page, month: string): Promise<[number, string]> {
  const response = await page.context().request.post(product.url + accountingCalls.closeMonth.path, {
    data: { month, reason: 'Too early' },
    headers: { origin: product.url },
  });
  return [response.status(), ((await response.json()) as { error: string }).error];
}
