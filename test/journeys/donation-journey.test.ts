import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { journeyCalls } from '#contract/calls/journey.ts';
import { payoutProof } from '#contract/public/log.ts';
import { advanceTo, providerNow } from '../support/browser/advance-months.ts';
import { expectClean, expectCleanAtWidths } from '../support/browser/page-quality.ts';
import {
  donateTo,
  enterAccounts,
  pastHoldSeconds,
  openAs,
  payBatch,
  providerDay,
} from '../support/browser/payout-journey.ts';
import { chooseProofFile } from '../support/browser/proof-file.ts';
import { describeJourneys } from '../support/browser/journey.ts';
import type { RunningProduct } from '../support/browser/running-product.ts';
import { donateCoffee, expectVisible, newVisitor } from '../support/browser/visitor.ts';
import { registerByRequest } from '../support/browser/visitor-account.ts';
import { startMailServer, type MailServer } from '../support/mail/mail-server.ts';

const charityId = 6;
/** Together with the two donations of the test, these are five, as many as a payout proof needs. */
const otherDonations = 3;

const mailServer = await startMailServer();
afterAll(() => mailServer.close());

describeJourneys(
  'a donation on its way to the charity',
  (journey) => {
    afterEach(() => void mailServer.received.splice(0));

    test('is followed from the payment until the charity says that it has arrived', async () => {
      const donor = await newVisitor(journey.browser, { width: 360, height: 740 });
      const { email } = await registerByRequest(journey.product.url, donor.page);
      await donateCoffee(journey.product.url, donor.page);
      await follow(donor.page);
      await expectVisible(donor.page.getByText('3 of 6 steps are done. Next: In a payout.'));
      await expectVisible(donor.page.getByText(/^We hold donations for 14 days/));
      await expectClean(donor.page);
      const guest = await newVisitor(journey.browser);
      await donateCoffee(journey.product.url, guest.page, 'guest@example.org');
      for (let number = 0; number < otherDonations; number += 1) await donateTo(journey, charityId);

      const finance = await openAs(journey, 'finance');
      const owner = await openAs(journey, 'owner');
      await enterAccounts(journey, [charityId], { enteredBy: finance, approvedBy: owner });
      await advanceTo(journey, finance, (await providerNow(journey)) + pastHoldSeconds);
      const paid = { charityId, amount: 23.8, day: await providerDay(journey), createdBy: finance, paidBy: owner };
      const batchId = await payBatch(journey, paid);
      await finance.goto(`${journey.product.url}/admin/payouts/${batchId}`);
      const address = await linkInStatement(finance);

      const charity = await newVisitor(journey.browser);
      await charity.page.goto(address);
      const button = charity.page.getByRole('button', { name: 'We received this payment' });
      await expectVisible(button);
      expect(await charity.page.getByRole('definition').allTextContents()).toEqual([
        'Food banks across Canada',
        'CAD 23.80',
        expect.stringMatching(/^\w{3} \d+, \d{4}$/),
        'BANK-1',
        '5',
      ]);
      await expectCleanAtWidths(charity.page);
      expect(arrivals(mailServer)).toEqual([]);
      await button.click();
      await expectVisible(charity.page.getByText(/^Thank you\. You confirmed this payment on /));
      await charity.page.reload();
      await expectVisible(charity.page.getByText(/^Thank you\. You confirmed this payment on /));
      await finance.reload();
      await expectVisible(finance.getByText(/^Confirmed by the charity /));

      await vi.waitUntil(() => arrivals(mailServer).length >= 5, { timeout: 120_000 });
      await donor.page.goto(`${journey.product.url}/donation-history`);
      await follow(donor.page);
      await expectVisible(donor.page.getByText('Your donation has arrived.'));
      await expectVisible(donor.page.getByText('BANK-1', { exact: true }));
      await expectCleanAtWidths(donor.page);
      await donor.page.getByRole('link', { name: 'Check the proof in your browser' }).click();
      await expectVisible(donor.page.getByRole('heading', { name: 'This receipt is in the log' }));
      await checkPayoutProof(donor.page, journey.product);
      const subject = 'Your donation has arrived at Food banks across Canada';
      const recipients = [
        email,
        ...Array.from({ length: otherDonations }, () => 'donor@example.org'),
        'guest@example.org',
      ];
      expect(arrivals(mailServer).toSorted()).toEqual(recipients.map((recipient) => `${recipient}: ${subject}`));
      expect(await journey.product.ledgerFindings()).toEqual([]);
      expect([...donor.problems, ...guest.problems, ...charity.problems]).toEqual([]);
    });
  },
  { environment: { SMTP_URL: mailServer.url } },
);

const follow = (page: Page): Promise<void> => page.getByText(/^Follow this donation/).click();

/** Waits for the proof that the payout names the donation, saves it, and checks the file and an altered copy. */
async function checkPayoutProof(page: Page, product: RunningProduct): Promise<void> {
  const [donation] = await product.donations();
  const path = journeyCalls.getPayoutProof.path.replace(':id', donation!.id);
  await expect.poll(async () => (await page.context().request.get(product.url + path)).status()).toBe(200);
  await page.goto(`${product.url}/donation-history`);
  await follow(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Keep the proof that the payout names your donation' }).click(),
  ]);
  const proof = payoutProof.parse(JSON.parse(await readFile(await file.path(), 'utf8')));
  await page.getByRole('link', { name: 'check the file here' }).click();
  await chooseProofFile(page, proof);
  await expectVisible(page.getByRole('heading', { name: 'The payout names this donation' }));
  await expectVisible(page.getByText(/^The payout of CA\$23\.80 to Food banks.* names exactly this entry, one of 5\./));
  await expectCleanAtWidths(page);
  await chooseProofFile(page, { ...proof, donation: { ...proof.donation, salt: proof.payout.salt } });
  await expectVisible(page.getByRole('heading', { name: 'This proof does not hold' }));
  await expectVisible(page.getByText(/^The payout does not name this donation/));
  await expectCleanAtWidths(page);
}

/** Downloads the statement of the only payout on the open page. Returns the link in it. */
async function linkInStatement(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^CSV statement for / }).click(),
  ]);
  return /http\S+\/payout-received#[\w-]+/.exec(await readFile(await download.path(), 'utf8'))?.[0] ?? 'no link';
}

/** Lists the recipients and subjects of the emails about arrivals. */
const arrivals = ({ received }: MailServer): string[] =>
  received
    .map(({ to, headers }) => `${to[0]}: ${headers.get('subject')}`)
    .filter((mail) => mail.includes('arrived at'));
