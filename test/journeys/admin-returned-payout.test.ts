import { expect, test } from 'vitest';
import { advanceTo, providerNow } from '../support/browser/advance-months.ts';
import { describeJourneys } from '../support/browser/journey.ts';
import {
  donateTo,
  enterAccounts,
  pastHoldSeconds,
  openAs,
  payBatch,
  providerDay,
} from '../support/browser/payout-journey.ts';
import { expectVisible } from '../support/browser/visitor.ts';

const charityId = 6;

describeJourneys(
  'a payout that the bank returns',
  (journey) => {
    test('is owed again once a second person has approved the return', async () => {
      await donateTo(journey, charityId);
      const finance = await openAs(journey, 'finance');
      const owner = await openAs(journey, 'owner');
      await enterAccounts(journey, [charityId], { enteredBy: finance, approvedBy: owner });
      await advanceTo(journey, finance, (await providerNow(journey)) + pastHoldSeconds);
      const day = await providerDay(journey);
      const batchId = await payBatch(journey, { charityId, amount: 4.76, day, createdBy: finance, paidBy: owner });

      await finance.goto(`${journey.product.url}/admin/payouts/${batchId}`);
      await finance.getByRole('button', { name: 'Returned…' }).click();
      const dialog = finance.getByRole('alertdialog', { name: 'Did the bank return this payout?' });
      await dialog.getByLabel('Day on which the money came back').fill(day);
      await dialog.getByLabel('Reason of the bank').fill('Account closed');
      await dialog.getByLabel('Reference of the return').fill('R-1');
      await dialog.getByLabel('Reason', { exact: true }).fill('On the bank statement');
      await dialog.getByRole('button', { name: 'Ask for approval' }).click();
      await expectVisible(finance.getByRole('link', { name: 'Return is waiting for approval' }));

      await owner.goto(`${journey.product.url}/admin`);
      await owner.getByRole('link', { name: '1 decision is waiting for a second person.' }).click();
      await expectVisible(owner.getByRole('rowheader', { name: /^Return of a transfer of CAD 4\.76 to / }));
      await owner.getByRole('button', { name: 'Approve…' }).click();
      await owner.getByLabel('Reason', { exact: true }).fill('Checked');
      await owner.getByRole('button', { name: 'Approve', exact: true }).click();
      await expectVisible(owner.getByText('No request is waiting for a second person.'));

      await finance.reload();
      const payout = finance.getByRole('row', { name: /Food banks across Canada/ });
      await expectVisible(payout.getByText('Returned', { exact: true }));
      await expectVisible(payout.getByText(/: Account closed, reference R-1$/));
      expect(await finance.getByRole('button', { name: 'Returned…' }).count()).toBe(0);

      await finance.goto(`${journey.product.url}/admin/payouts`);
      const paid = finance.getByRole('table', { name: 'What can be paid' });
      await expectVisible(paid.getByRole('checkbox', { name: 'Food banks across Canada, CAD', checked: true }));
      expect(await paid.getByRole('row', { name: /Food banks across Canada/ }).textContent()).toContain('CAD 4.76');
      expect(await journey.product.ledgerFindings()).toEqual([]);
    });
  },
  { engines: ['sqlite'] },
);
