import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { advanceTo, providerNow } from '../support/browser/advance-months.ts';
import { checkoutBody } from '../support/payments/checkout-body.ts';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { registerByRequest } from '../support/browser/visitor-account.ts';
import { expectVisible, newVisitor, payOnHostedPage, type VisitorSettings } from '../support/browser/visitor.ts';

describeJourneys(
  'new exchange rates',
  (journey) => {
    test('charge donors what their open page shows, and ask them again after 30 minutes', async () => {
      const [card, laterCard] = [await openCard(journey), await openCard(journey)];
      for (const page of [card, laterCard]) await donateButton(page, 'CA$5.24').waitFor();
      const [paypal, laterPayPal] = [await openPayPal(journey), await openPayPal(journey)];
      await publishRate(await openFinance(journey), 'CAD', '1.4');

      await donateButton(card, 'CA$5.24').click();
      await payOnHostedPage(card);
      await card.getByRole('heading', { name: /Thank you/ }).waitFor();
      await approve(await pay(paypal), 'CAD 5.24');
      await paypal.getByRole('heading', { name: /Thank you/ }).waitFor();
      expect(await charges(journey)).toEqual([524, 524]);

      await journey.product.control.advanceClock(31 * 60);
      await expect.poll(() => requestCheckoutPricedWithFirstRates(journey)).toBe(409); // the product's clock follows

      await donateButton(laterCard, 'CA$5.24').click();
      await expectVisible(laterCard.getByText('Coffee is now CA$4.90 (was CA$4.76). Your basket is updated.'));
      await donateButton(laterCard, 'CA$5.39').click();
      await payOnHostedPage(laterCard);
      await laterCard.getByRole('heading', { name: /Thank you/ }).waitFor();

      const refused = await pay(laterPayPal);
      await laterPayPal.getByRole('button', { name: 'OK' }).click();
      await refused.close();
      await expectVisible(laterPayPal.getByText('Coffee is now CA$4.90 (was CA$4.76). Your basket is updated.'));
      await approve(await pay(laterPayPal), 'CAD 5.39');
      await laterPayPal.getByRole('heading', { name: /Thank you/ }).waitFor();
      expect(await charges(journey)).toEqual([524, 524, 539, 539]);
      expect(await journey.product.ledgerFindings()).toEqual([]);
    });

    test('without an update are marked for staff after 7 days, and replaced by US dollars for donors after 45', async () => {
      const staff = await openFinance(journey);
      const setAt = await providerNow(journey);
      await publishRate(staff, 'GBP', '0.8');
      await donateButton(await openBritishCard(journey), '£3.08').waitFor();

      await advanceTo(journey, staff, setAt + 8 * daySeconds);
      await openRates(journey, staff);
      await expectVisible(staff.getByRole('row', { name: /^GBP .*Over 7 days$/ }));
      await staff.goto(`${journey.product.url}/admin`);
      await expectVisible(staff.getByText(/^Over 7 days: .*GBP/));
      await donateButton(await openBritishCard(journey), '£3.08').waitFor();

      await advanceTo(journey, staff, setAt + 46 * daySeconds);
      const dollarPage = await openBritishCard(journey);
      await donateButton(dollarPage, '$3.85').waitFor();
      const selector = dollarPage.getByRole('combobox', { name: 'Country and currency' });
      expect(await selector.locator('option:checked').textContent()).toMatch(/United Kingdom – USD/);
      await openRates(journey, staff);
      await expectVisible(staff.getByRole('row', { name: /^GBP .*Shown in US dollars$/ }));

      await publishRate(staff, 'GBP', '0.8');
      await expectVisible(staff.getByRole('row', { name: /^GBP .*Current$/ }));
      await donateButton(await openBritishCard(journey), '£3.08').waitFor();
    });
  },
  { engines: ['postgres'] },
);

const daySeconds = 24 * 60 * 60;

const openBritishCard = (journey: Journey): Promise<Page> =>
  openCard(journey, { locale: 'en-GB', timezoneId: 'Europe/London' });

/** Opens the home page for a new visitor and adds a coffee to the basket. */
async function openCard(journey: Journey, settings: VisitorSettings = {}): Promise<Page> {
  const { page } = await newVisitor(journey.browser, settings);
  await page.goto(journey.product.url);
  await page.getByRole('button', { name: /^Coffee/ }).click();
  return page;
}

const donateButton = (page: Page, total: string): Locator => page.getByRole('button', { name: `Donate ${total}` });

/** Opens the PayPal page for a new visitor with a coffee. */
async function openPayPal(journey: Journey): Promise<Page> {
  const page = await openCard(journey);
  await donateButton(page, 'CA$5.24').waitFor();
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('heading', { level: 1, name: 'Pay with PayPal' }).waitFor();
  await expectVisible(page.getByText('CA$5.24'));
  return page;
}

/** Presses the button, and waits for PayPal's window. */
async function pay(page: Page): Promise<Page> {
  const button = page.getByRole('button', { name: 'Pay with PayPal' }).and(page.locator(':enabled'));
  const [approval] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  return approval;
}

async function approve(approval: Page, amount: string): Promise<void> {
  await expectVisible(approval.getByText(amount));
  await approval.getByRole('button', { name: 'Approve payment' }).click();
}

/** Opens the page of rates as a new member of Finance. */
async function openFinance(journey: Journey): Promise<Page> {
  const { page } = await newVisitor(journey.browser);
  const { username } = await registerByRequest(journey.product.url, page);
  await journey.product.joinTeam(username, 'finance');
  await openRates(journey, page);
  return page;
}

/** Opens the page of rates, with the browser's clock set to the product's time. */
async function openRates(journey: Journey, page: Page): Promise<void> {
  await page.clock.setFixedTime((await providerNow(journey)) * 1000);
  await page.goto(`${journey.product.url}/admin/rates`);
}

async function publishRate(page: Page, currency: string, rate: string): Promise<void> {
  const versions = page.getByRole('row', { name: /^Version / });
  await page.getByLabel(new RegExp(`^${currency}, `)).fill(rate);
  const before = await versions.count();
  await page.getByRole('button', { name: 'Compare and publish…' }).click();
  await page.getByLabel('Reason').fill('New week');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expectVisible(versions.nth(before));
}

async function requestCheckoutPricedWithFirstRates({ product }: Journey): Promise<number> {
  const addresses = { successUrl: `${product.url}/donation-success`, cancelUrl: product.url };
  const body = { ...checkoutBody({ request: addresses }), pricedWith: { rates: 0 } };
  const headers = { 'content-type': 'application/json', origin: product.url };
  const response = await fetch(`${product.url}/api/create-checkout-session`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return response.status;
}

/** Reads the charged totals in minor units, smallest first. */
const charges = async ({ product }: Journey): Promise<number[]> =>
  (await product.donations()).map(({ chargeTotalMinor }) => chargeTotalMinor).toSorted((left, right) => left - right);
