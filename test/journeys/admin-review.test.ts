import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { expectClean } from '../support/browser/page-quality.ts';
import { donateCoffee, expectVisible, newVisitor } from '../support/browser/visitor.ts';
import { signInAsAdmin } from '../support/browser/visitor-account.ts';
import { checkoutBody } from '../support/payments/checkout-body.ts';

describeJourneys('a quarantined payment', testReview, { engines: ['sqlite'] });
describeJourneys('a dispute', testDispute, { engines: ['postgres'] });

function testReview(journey: Journey): void {
  test('is recorded as a donation on the review page', async () => {
    const { product, browser } = journey;
    const { page } = await newVisitor(browser);
    await page.goto(product.url);
    const body = checkoutBody({
      request: { successUrl: `${product.url}/donation-success`, cancelUrl: `${product.url}/#donate` },
    });
    const opened = await page.request.post(`${product.url}/api/create-checkout-session`, {
      data: body,
      headers: { origin: product.url },
    });
    const { url } = (await opened.json()) as { url: string };
    const restoreCharity = await product.loseCheckouts(body.donationData.charityId);
    await product.control.submitPayment(new URL(url).pathname.split('/').at(-1) ?? '');

    const staff = await newVisitor(browser, { width: 360 });
    await signInAsAdmin(product.url, staff.page);
    const quarantined = staff.page.getByRole('region', { name: 'Quarantined' });
    const item = quarantined.getByRole('listitem').filter({ hasText: 'A lost payment is for a charity or snack' });
    const countItems = async (): Promise<number> => {
      await staff.page.goto(`${product.url}/admin/review`);
      await quarantined.waitFor(); // loads after the rest of the page
      return item.count();
    };
    await expect.poll(countItems, { interval: 250 }).toBe(1); // the provider's message takes a moment
    await item.getByRole('button', { name: 'Record donation…' }).click();
    const dialog = staff.page.getByRole('alertdialog', { name: 'Record this donation?' });
    await expectVisible(dialog);
    await expectClean(staff.page);
    await dialog.getByLabel(/^Reason/).fill('The charity is back');
    await dialog.getByRole('button', { name: 'Record donation' }).click();
    await expectVisible(dialog.getByText(/still does not match ours, so nothing was recorded/));
    expect(await product.donations()).toEqual([]);

    await restoreCharity();
    await dialog.getByRole('button', { name: 'Record donation' }).click();
    await expectVisible(staff.page.getByText('No discrepancies. Every provider event matches the ledger.'));
    expect(await product.donations()).toMatchObject([{ charityId: body.donationData.charityId }]);
    expect(await product.ledgerFindings()).toEqual([]);
    expect(staff.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  });
}

function testDispute(journey: Journey): void {
  test('is linked in the alert email, shows its deadline, and the part that exceeds the donation is booked as a loss', async () => {
    const { product, browser } = journey;
    await donateCoffee(product.url, (await newVisitor(browser)).page);
    const [payment] = await product.payments();
    const paymentId = payment?.paymentId ?? '';
    await product.control.refund(paymentId, 200);
    const { disputeId } = await product.control.openDispute(paymentId, { amountMinor: 524 });

    const staff = await newVisitor(browser, { width: 768 });
    await signInAsAdmin(product.url, staff.page);
    await staff.page.goto(await alertedAddress(journey, staff.page));
    await expectVisible(staff.page.getByText('Dispute of CAD 5.24: the money was withdrawn'));
    await staff.page.getByRole('button', { name: 'Admin menu' }).click();
    await staff.page.getByRole('link', { name: 'Needs review' }).click();
    const disputes = staff.page.getByRole('region', { name: 'Open disputes' });
    await expectVisible(disputes.getByText(/^CAD 5\.24, Stripe/));
    await expectVisible(disputes.getByText(/^The provider is waiting for evidence until/));
    await expectClean(staff.page);

    await product.control.decideDispute(disputeId, 'lost');
    const countOpen = async (): Promise<number> => {
      await staff.page.goto(`${product.url}/admin/review`);
      await disputes.waitFor();
      return disputes.getByRole('listitem').count();
    };
    await expect.poll(countOpen, { interval: 250 }).toBe(0);
    await staff.page.goto(`${product.url}/admin/accounting`);
    const losses = staff.page.getByRole('row').filter({ hasText: 'Losses from disputes' });
    await expectVisible(losses.getByText(/2\.00/).first());
    expect(await product.ledgerFindings()).toEqual([]);
    expect(staff.problems).toEqual([]);
  });
}

/** Waits for the email that alerts staff to a dispute. Returns the address of its link. */
async function alertedAddress({ product }: Journey, page: Page): Promise<string> {
  const alert = page.getByRole('link', { name: /^Needs review: 1 open dispute/ });
  const countAlerts = async (): Promise<number> => {
    await page.goto(`${product.url}/dev/mail`);
    return alert.count();
  };
  await expect.poll(countAlerts, { interval: 1000 }).toBe(1);
  await page.goto(`${product.url}${await alert.getAttribute('href')}/html`);
  return (await page.getByRole('link', { name: '1 open dispute' }).getAttribute('href')) ?? '';
}
