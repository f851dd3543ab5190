import { expect, test } from 'vitest';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { expectClean } from '../support/browser/page-quality.ts';
import { expectVisible, newVisitor } from '../support/browser/visitor.ts';
import { signInAsAdmin } from '../support/browser/visitor-account.ts';
import { checkoutBody } from '../support/payments/checkout-body.ts';

describeJourneys('a quarantined payment', testReview, { engines: ['sqlite'] });

function testReview(journey: Journey): void {
  test('is recorded as a donation from the page with what needs review', async () => {
    const { product, browser } = journey;
    const { page } = await newVisitor(browser);
    await page.goto(product.url);
    const body = checkoutBody();
    const opened = await page.request.post(`${product.url}/api/create-checkout-session`, {
      data: body,
      headers: { origin: product.url },
    });
    const { url } = (await opened.json()) as { url: string };
    const restoreCharity = await product.loseCheckouts(body.donationData.charityId);
    await product.control.submitPayment(new URL(url).pathname.split('/').at(-1) ?? '');

    const staff = await newVisitor(browser, { width: 360 });
    await signInAsAdmin(product.url, staff.page);
    await staff.page.goto(`${product.url}/admin/review`);
    const item = staff.page.getByRole('listitem').filter({ hasText: 'A lost payment is for a charity or snack' });
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
