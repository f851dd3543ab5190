import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { expectClean } from '../support/browser/page-quality.ts';
import { expectVisible, newVisitor, payOnHostedPage, type Visitor } from '../support/browser/visitor.ts';

describeJourneys('the checkout', testCheckouts, { engines: ['sqlite'], pages: testPages });

function testCheckouts(journey: Journey): void {
  test('a declined card shows an error, another card pays, and there is one donation', async () => {
    const before = (await journey.product.donations()).length;
    const { page } = await chooseCoffee(journey);
    await page.getByRole('button', { name: donate }).click();
    await payOnHostedPage(page, '4000 0000 0000 0002');
    await page
      .getByText(/declined/)
      .first()
      .waitFor();
    await payOnHostedPage(page);
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    expect(await journey.product.donations()).toHaveLength(before + 1);
  });

  test('a double click opens one checkout', async () => {
    const { page } = await chooseCoffee(journey);
    const before = (await journey.product.intents()).length;
    await page.getByRole('button', { name: donate }).dblclick();
    await page.getByRole('button', { name: /^Pay CA\$/ }).waitFor();
    expect(await journey.product.intents()).toHaveLength(before + 1);
  });

  test('going back shows the unchanged basket, and donating again leads to the same checkout', async () => {
    const { page } = await chooseCoffee(journey);
    await page.getByRole('button', { name: donate }).click();
    await page.getByRole('button', { name: /^Pay CA\$/ }).waitFor();
    const checkout = page.url();
    await page.goBack();
    await page.getByRole('button', { name: donate }).and(page.locator(':enabled')).click();
    await page.waitForURL(checkout);
    expect(page.url()).toBe(checkout);
  });

  test('a processing payment is shown as processing, and as confirmed after it settles', async () => {
    const { page } = await chooseCoffee(journey);
    await page.getByRole('button', { name: donate }).click();
    await page.getByRole('button', { name: /^Pay CA\$/ }).waitFor();
    const sessionId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const before = (await journey.product.donations()).length;
    const response = await journey.product.control.submitPayment(sessionId, { bankAccount: 'settles' });
    await page.goto(response.headers.get('location') ?? '');
    await page
      .getByText(/We're confirming your payment/)
      .first()
      .waitFor();
    expect(await journey.product.donations()).toHaveLength(before);
    const payment = (await journey.product.control.readPayments()).find((one) => one.checkoutSessionId === sessionId);
    await journey.product.control.settleBankDebit(payment!.paymentIntentId, 'paid');
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    expect(await journey.product.donations()).toHaveLength(before + 1);
  });

  test('the ledger has no findings after these checkouts', async () => {
    expect(await journey.product.ledgerFindings()).toEqual([]);
  });
}

function testPages(journey: Journey): void {
  test('the back link of the hosted page returns to the same basket', async () => {
    const { page } = await chooseCoffee(journey);
    await page.getByRole('button', { name: donate }).click();
    await page
      .getByRole('link', { name: /back|return|cancel/i })
      .first()
      .click();
    await page.getByRole('button', { name: 'Donate CA$5.24' }).waitFor();
    expect(new URL(page.url()).origin).toBe(journey.product.url);
  });

  test('a forged thank-you page confirms nothing, shares nothing and stores nothing', async () => {
    const { page } = await newVisitor(journey.browser);
    await page.goto(
      `${journey.product.url}/donation-success?amount=500.00&meals=500&charity=Someone&transaction_id=don_00000000000000000000000000`,
    );
    await page.getByText('This payment is not confirmed.').first().waitFor();
    await expectClean(page);
    expect(await page.evaluate(() => localStorage.getItem('anonymous_donations'))).toBeOneOf([null, '[]']);
    const shareLinks = await page.locator('a[href*="twitter.com"], a[href*="x.com/intent"], a[href^="mailto:"]').all();
    for (const link of shareLinks)
      expect(decodeURIComponent((await link.getAttribute('href')) ?? '')).not.toContain('500');
  });

  test.each(['', '?amount=0', '?meals=3', '?amount=abc'])(
    'the thank-you page with "%s" redirects to the home page',
    async (query) => {
      const { page } = await newVisitor(journey.browser);
      await page.goto(`${journey.product.url}/donation-success${query}`);
      await page.waitForURL(`${journey.product.url}/`);
      expect(await page.getByText('Thank you').count()).toBe(0);
    },
  );

  test('when the provider is down, a toast shows the error and the basket stays', async () => {
    const { page } = await chooseCoffee(journey);
    await journey.product.control.armApiFault({ kind: 'status', status: 503, method: 'POST', times: 10 });
    await page.getByRole('button', { name: donate }).click();
    await page.getByText('Checkout Error').first().waitFor();
    await page.getByText('Unable to process payment. Please try again.').first().waitFor();
    expect(page.url()).toBe(`${journey.product.url}/`);
    await journey.product.control.clearFaults();
    await page.getByRole('button', { name: donate }).and(page.locator(':enabled')).click();
    await page.getByRole('button', { name: /^Pay CA\$/ }).waitFor();
  });

  test('donating at an outdated price shows the new one, and donating again opens the hosted page', async () => {
    const { page } = await newVisitor(journey.browser);
    const serveOldPrice = async (route: Route): Promise<void> => {
      const snacks = (await (await route.fetch()).json()) as { name: string; price: number }[];
      await route.fulfill({ json: snacks.map((snack) => (snack.name === 'Coffee' ? { ...snack, price: 3 } : snack)) });
    };
    await page.route('**/api/snacks', serveOldPrice, { times: 1 });
    await page.goto(journey.product.url);
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await page.getByRole('button', { name: 'Donate CA$4.49' }).click();
    await page.getByText('Prices have changed. Please review your donation and try again.').first().waitFor();
    await page.getByText('Coffee is now CA$4.76 (was CA$4.08). Your basket is updated.').first().waitFor();
    await expectClean(page);
    await page.getByRole('button', { name: 'Donate CA$5.24' }).click();
    await expectVisible(page.getByRole('button', { name: 'Pay CA$5.24' }));
  });
}

const donate = /^Donate CA\$/;

/** Opens the home page for a new visitor and adds a coffee to the basket. */
async function chooseCoffee({ browser, product }: Journey): Promise<Visitor> {
  const visitor = await newVisitor(browser);
  await visitor.page.goto(product.url);
  await visitor.page.getByRole('button', { name: /^Coffee/ }).click();
  return visitor;
}
