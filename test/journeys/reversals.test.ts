import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { waitUntilHistorySays } from '../support/browser/donation-history.ts';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { expectClean, expectCleanAtWidths } from '../support/browser/page-quality.ts';
import { expectVisible, donateCoffee, newVisitor, type Visitor } from '../support/browser/visitor.ts';
import { registerByRequest, signInAsAdmin } from '../support/browser/visitor-account.ts';

describeJourneys('refunds and disputes', testReversals, { engines: ['sqlite'], pages: testPages });

function testReversals(journey: Journey): void {
  test("a refund and a dispute from the operator's page show in history, receipt and impact", async () => {
    const donor = await signedInDonor(journey);
    const { page } = donor;
    const id = await donateCoffee(journey.product.url, page);
    const operator = await newVisitor(journey.browser);
    await press(journey, operator.page, 'Refund', '200');
    await waitUntilHistorySays(journey, page, 'Partly refunded');
    await page.goto(`${journey.product.url}/donation-success?amount=3.50&transaction_id=${id}`);
    await expectVisible(page.getByText('−CA$2.00').first());

    await press(journey, operator.page, 'Dispute');
    await waitUntilHistorySays(journey, page, 'Disputed');
    await page.goto(`${journey.product.url}/impact`);
    await expectVisible(page.getByText(/No impact data available yet/));
    await press(journey, operator.page, 'We win');
    await waitUntilHistorySays(journey, page, 'Partly refunded');
    expect(donor.problems).toEqual([]);
    expect(await journey.product.ledgerFindings()).toEqual([]);
  });

  test('the administrator refunds a donation, and the donor sees it', async () => {
    const donor = await signedInDonor(journey);
    const id = await donateCoffee(journey.product.url, donor.page);
    const staff = await openDonation(journey, id);
    await staff.page.getByRole('button', { name: 'Refund…' }).click();
    await staff.page.getByLabel('Reason').fill('Paid by mistake');
    await staff.page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expectVisible(staff.page.getByText(/^Refund of CAD 5.24 requested\. The timeline/));
    await waitUntilHistorySays(journey, donor.page, 'Refunded');
    expect([donor.problems, staff.problems]).toEqual([[], []]);
    expect(await journey.product.ledgerFindings()).toEqual([]);
  });
}

function testPages(journey: Journey): void {
  test('the review page passes axe on phone and desktop, and fits', async () => {
    const { page } = await openReview(journey);
    await expectVisible(page.getByRole('heading', { name: 'Reconciliation' }));
    await expectCleanAtWidths(page);
  });

  test('a donation in the admin area passes axe on phone and desktop, with its refund open too', async () => {
    const id = await donateCoffee(journey.product.url, (await newVisitor(journey.browser)).page);
    const { page } = await openDonation(journey, id);
    await expectCleanAtWidths(page);
    await page.getByRole('button', { name: 'Refund…' }).click();
    await expectVisible(page.getByRole('alertdialog'));
    await expectCleanAtWidths(page);
  });

  test('the review page refuses a donor', async () => {
    const donor = await signedInDonor(journey);
    await donor.page.goto(`${journey.product.url}/admin/review`);
    await expectVisible(donor.page.getByText(/^Access Denied/));
    await expectClean(donor.page);
  });
}

async function signedInDonor({ browser, product }: Journey): Promise<Visitor> {
  const donor = await newVisitor(browser);
  await registerByRequest(product.url, donor.page);
  return donor;
}

/** Opens the review page as the administrator. */
async function openReview({ browser, product }: Journey): Promise<Visitor> {
  const review = await newVisitor(browser);
  await signInAsAdmin(product.url, review.page);
  await review.page.goto(`${product.url}/admin/review`);
  return review;
}

/** Opens the page of a donation as the administrator. */
async function openDonation({ browser, product }: Journey, id: string): Promise<Visitor> {
  const staff = await newVisitor(browser);
  await signInAsAdmin(product.url, staff.page);
  await staff.page.goto(`${product.url}/admin/donations/${id}`);
  await expectVisible(staff.page.getByRole('heading', { name: 'Timeline' }));
  return staff;
}

/** Presses the first button with a name on the sandbox's page: that of the newest payment. */
async function press(journey: Journey, page: Page, button: string, amountMinor?: string): Promise<void> {
  await page.goto(`${journey.product.sandboxUrl}/_sandbox`);
  if (amountMinor !== undefined)
    await page
      .getByLabel(/^Minor units to refund/)
      .first()
      .fill(amountMinor);
  await page.getByRole('button', { name: button, exact: true }).first().click();
}
