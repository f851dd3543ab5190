import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { expectCleanAtWidths } from '../support/browser/page-quality.ts';
import {
  expectGone,
  expectVisible,
  newVisitor,
  storedDonations,
  type Visitor,
  type VisitorSettings,
} from '../support/browser/visitor.ts';

describeJourneys('paying with PayPal', testPayments, { engines: ['postgres'], pages: testPages });

function testPayments(journey: Journey): void {
  afterEach(async () => {
    expect(await journey.product.ledgerFindings()).toEqual([]);
    expect(await bookedTotals(journey)).toEqual(await capturedTotals(journey));
  });

  test('a donor approves, is charged the total that the page shows, and is thanked', async () => {
    const before = await journey.product.donations();
    const { page, problems } = await openPayPal(journey);
    expect(await summaryOf(page)).toEqual([
      ['Donation amount', 'CA$6.80'],
      ['Charity', 'Food banks across Canada'],
      ['Meals provided', '4'],
      ['Service Fee (10%)', 'CA$0.68'],
      ['Total', 'CA$7.48'],
    ]);
    const approval = await pay(page);
    await expectVisible(approval.getByText('CAD 7.48'));
    await approval.getByRole('button', { name: 'Approve payment' }).click();
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();

    const donations = await journey.product.donations();
    expect(donations.slice(before.length)).toMatchObject([
      { chargeTotalMinor: 748, label: 'Stacked Snacks', charityId: 6 },
    ]);
    const { id } = donations.at(-1)!;
    await expectVisible(page.getByText(id, { exact: true }));
    await expect.poll(() => storedDonations(page)).toEqual([{ id, amount: 5, mealsProvided: 4 }]);
    expect(problems).toEqual([]);

    await page.goto(journey.product.url);
    await expectVisible(page.getByRole('button', { name: 'Donate', exact: true })); // the basket is empty
  });

  test('a declined card shows an error, another funding source pays, and there is one donation', async () => {
    const before = (await journey.product.donations()).length;
    const { page } = await openPayPal(journey);
    await approveWith(await pay(page), 'A card that is declined');
    await expectVisible(page.getByText(/PayPal declined this payment\. Nothing was charged\./));
    expect(await journey.product.donations()).toHaveLength(before);
    await approveWith(await pay(page), 'Balance, paid at once');
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    expect(await journey.product.donations()).toHaveLength(before + 1);
  });

  test('an eCheck is processing until it clears, and then becomes a donation', async () => {
    const before = (await journey.product.donations()).length;
    const { page } = await openPayPal(journey);
    await approveWith(await pay(page), 'eCheck, clears after four days');
    await expectVisible(page.getByText(/We're confirming your payment/));
    expect(await journey.product.donations()).toHaveLength(before);
    const capture = (await journey.product.control.readCaptures()).find(({ status }) => status === 'PENDING');
    await journey.product.control.settleCheck(capture?.captureId ?? 'none', 'cleared');
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    expect(await journey.product.donations()).toHaveLength(before + 1);
  });

  test('a capture that failed after the approval can be retried, and the donor pays once', async () => {
    const before = (await journey.product.donations()).length;
    const { page } = await openPayPal(journey);
    const capture = '**/paypal/order/*/capture';
    await page.route(capture, (route) => route.abort());
    await (await pay(page)).getByRole('button', { name: 'Approve payment' }).click();
    await expectVisible(page.getByText(/our server didn't respond/));
    await page.unroute(capture);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    expect(await journey.product.donations()).toHaveLength(before + 1);
  });
}

function testPages(journey: Journey): void {
  test('canceling or closing the window stays on the page without a message', async () => {
    const before = await journey.product.donations();
    const { page, problems } = await openPayPal(journey);
    const address = page.url();
    await (await pay(page)).getByRole('button', { name: 'Cancel' }).click();
    await waitForPayButton(page);
    await (await pay(page)).close();
    await waitForPayButton(page);
    expect(page.url()).toBe(address);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(await journey.product.donations()).toEqual(before);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expectVisible(page.getByRole('button', { name: 'Donate CA$7.48' })); // the basket is kept
    expect(problems).toEqual([]);
  });

  test('an error in the window is shown as an alert, and the next payment succeeds', async () => {
    const before = (await journey.product.donations()).length;
    const { page } = await openPayPal(journey);
    await (await pay(page)).getByRole('button', { name: 'Make this window fail' }).click();
    await expectVisible(page.getByRole('alertdialog').getByText(/The payment window could not be shown\./));
    await page.keyboard.press('Enter');
    await expectGone(page.getByRole('alertdialog'));
    await (await pay(page)).getByRole('button', { name: 'Approve payment' }).click();
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    expect(await journey.product.donations()).toHaveLength(before + 1);
  });

  test.each([
    ['en-ZA', 'Africa/Johannesburg', 'US$5.50', 'USD 5.50'],
    ['ja-JP', 'Asia/Tokyo', '¥831', 'JPY 831'],
    ['en-GB', 'Europe/London', '£4.29', 'GBP 4.29'],
  ])('a visitor from %s pays exactly what the page shows', async (locale, timezoneId, shown, charged) => {
    const { page } = await openPayPal(journey, { locale, timezoneId });
    expect((await summaryOf(page)).at(-1)).toEqual(['Total', shown]);
    expect(await page.getByText("so you'll pay in US dollars").count()).toBe(charged.startsWith('USD') ? 1 : 0);
    const approval = await pay(page);
    await expectVisible(approval.getByText(charged, { exact: true }));
    await approval.getByRole('button', { name: 'Approve payment' }).click();
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
  });

  test('forged data redirects to the home page, and nothing is created', async () => {
    const before = await journey.product.intents();
    const { page } = await newVisitor(journey.browser);
    const valid = { amount: 5, charityName: 'Food banks across Canada', mealsProvided: 5, serviceFee: 0.5 };
    for (const data of [
      { ...valid, serviceFee: 0 },
      { ...valid, mealsProvided: 50 },
      { ...valid, charityName: 'Me' },
      {},
    ]) {
      await page.goto(pageFor(journey, JSON.stringify(data)));
      await page.waitForURL(`${journey.product.url}/`);
    }
    for (const data of ['', '{', 'null']) {
      await page.goto(pageFor(journey, data));
      await page.waitForURL(`${journey.product.url}/`);
    }
    await page.goto(`${journey.product.url}/paypal-checkout`);
    await page.waitForURL(`${journey.product.url}/`);
    await page.goto(pageFor(journey, JSON.stringify(valid)));
    await waitForPayButton(page);
    expect(await journey.product.intents()).toEqual(before);
  });

  test('no other page loads anything from PayPal', async () => {
    const { page } = await newVisitor(journey.browser);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== journey.product.url) foreign.push(request.url());
    });
    for (const path of ['/', '/auth', '/about', '/donation-success?amount=5'])
      await page.goto(journey.product.url + path);
    await page.goto(journey.product.url);
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await expectVisible(page.getByRole('button', { name: 'Pay with PayPal' }));
    expect(foreign).toEqual([]);
  });

  test('the page passes axe on a small phone and on a desktop in every state, and fits', async () => {
    const { page } = await openPayPal(journey);
    const expectCleanPage = () => expectCleanAtWidths(page, [320, 1280]);
    await expectCleanPage();
    const approval = await pay(page);
    await expectCleanPage();
    await approval.getByRole('button', { name: 'Make this window fail' }).click();
    await expectVisible(page.getByRole('alertdialog'));
    await expectCleanPage();
    await page.getByRole('button', { name: 'OK' }).click();
    await approveWith(await pay(page), 'A card that is declined');
    await expectVisible(page.getByText(/PayPal declined this payment/));
    await expectCleanPage();
  });
}

/** Opens the PayPal page for a new visitor with a coffee and a candy bar, ready to pay. */
async function openPayPal(journey: Journey, settings: VisitorSettings = {}): Promise<Visitor> {
  const visitor = await newVisitor(journey.browser, settings);
  const { page } = visitor;
  await page.goto(journey.product.url);
  await page.getByRole('button', { name: /^Coffee/ }).click();
  await page.getByRole('button', { name: /^Candy Bar/ }).click();
  await payButton(page).and(page.locator(':enabled')).click();
  await page.getByRole('heading', { level: 1, name: 'Pay with PayPal' }).waitFor(); // home has a button of the same name
  await waitForPayButton(page);
  return visitor;
}

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay with PayPal' });
const waitForPayButton = (page: Page): Promise<void> => expectVisible(payButton(page).and(page.locator(':enabled')));

/** Presses the button by keyboard, and waits for PayPal's window. */
async function pay(page: Page): Promise<Page> {
  await waitForPayButton(page);
  await payButton(page).focus();
  const [approval] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await approval.getByRole('button', { name: 'Approve payment' }).waitFor();
  return approval;
}

async function approveWith(approval: Page, funding: string): Promise<void> {
  await approval.getByLabel(funding).check();
  await approval.getByRole('button', { name: 'Approve payment' }).click();
}

const pageFor = (journey: Journey, data: string): string =>
  `${journey.product.url}/paypal-checkout?data=${encodeURIComponent(data)}`;

const summaryOf = (page: Page): Promise<(string | null)[][]> =>
  page
    .locator('main dl > div')
    .evaluateAll((lines) => lines.map((line) => [...line.children].map((part) => part.textContent)));

/** Reads the charged totals of all donations, smallest first. Every donation of these tests was paid with PayPal. */
const bookedTotals = async ({ product }: Journey): Promise<number[]> =>
  sorted((await product.donations()).map(({ chargeTotalMinor }) => chargeTotalMinor));

/** Reads the amounts that PayPal collected from PayPal's own records, smallest first. */
const capturedTotals = async ({ product }: Journey): Promise<number[]> => {
  const captures = await product.control.readCaptures();
  return sorted(captures.filter(({ status }) => status === 'COMPLETED').map(({ amountMinor }) => amountMinor));
};

const sorted = (amounts: readonly number[]): number[] => amounts.toSorted((left, right) => left - right);
