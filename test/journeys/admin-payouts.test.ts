import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { advanceTo, providerNow } from '../support/browser/advance-months.ts';
import { describeJourneys } from '../support/browser/journey.ts';
import { donateTo, enterAccounts, pastHoldSeconds, openAs, providerDay } from '../support/browser/payout-journey.ts';
import { expectVisible } from '../support/browser/visitor.ts';
import { findPain001Problems, parseXml, textsOf } from '../support/payouts/pain001-rules.ts';

const charities = [5, 6, 7, 8, 9];
const reason = 'Friday';

describeJourneys(
  'payouts',
  (journey) => {
    test('on Friday, two people pay five charities', async () => {
      for (const charityId of charities) await donateTo(journey, charityId);
      const finance = await openAs(journey, 'finance');
      const owner = await openAs(journey, 'owner');
      await enterAccounts(journey, charities, { enteredBy: finance, approvedBy: owner });
      await advanceTo(journey, finance, (await providerNow(journey)) + pastHoldSeconds);

      await finance.goto(`${journey.product.url}/admin/payouts`);
      await expectVisible(finance.getByRole('heading', { name: 'New batch' }));
      await expect.poll(() => finance.getByRole('checkbox', { checked: true }).count()).toBe(5);
      await finance.getByRole('button', { name: 'Create batch…' }).click();
      await finance.getByLabel('Reason').fill(reason);
      await finance.getByRole('button', { name: 'Create batch', exact: true }).click();
      await expectVisible(finance.getByText('You created this batch, so someone else has to mark it as paid.'));
      await expectPaymentFile(finance);

      await owner.goto(finance.url());
      await owner.getByRole('button', { name: 'Mark as paid…' }).click();
      await owner.getByLabel('Day of the transfers').fill(await providerDay(journey));
      await owner.getByLabel('Reference of the transfer').fill('BANK-2026-1');
      await owner.getByLabel('Reason').fill('On the bank statement');
      await owner.getByRole('button', { name: 'Mark as paid', exact: true }).click();
      await expectVisible(owner.getByText(/reference BANK-2026-1\. Marked as paid/));
      await expectVisible(owner.locator('h1:focus')); // the dialog's button is gone

      await owner.getByRole('link', { name: 'Payouts', exact: true }).click();
      const owed = owner.getByRole('table', { name: 'What charities are owed' });
      await expectVisible(owed.getByRole('row', { name: /Food banks across Canada/ }));
      await expect.poll(() => owed.getByRole('row').count()).toBe(6);
      for (const row of await owed.getByRole('row').all())
        expect(await row.textContent()).toMatch(/^Charity|CAD 0\.00.*CAD 4\.76$/);
      expect(await journey.product.ledgerFindings()).toEqual([]);
    });
  },
  { engines: ['postgres'] },
);

/** Expects that the payment file on the open page has one transfer for each charity. */
async function expectPaymentFile(page: Page): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Payment file (CAD)' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(findPain001Problems(file)).toEqual([]);
  expect(textsOf(parseXml(file), 'InstdAmt')).toEqual(charities.map(() => '4.76'));
  expect(textsOf(parseXml(file), 'CtrlSum')).toEqual(['23.80', '23.80']);
}
