import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addMonths } from '#domain/recurring/add-months.ts';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { advanceTo, passMonth, providerNow } from '../support/browser/advance-months.ts';
import { expectCleanAtWidths } from '../support/browser/page-quality.ts';
import { expectVisible, fillCard, newVisitor, payOnHostedPage } from '../support/browser/visitor.ts';
import { registerByRequest } from '../support/browser/visitor-account.ts';

const daySeconds = 24 * 60 * 60;

describeJourneys(
  'a plan',
  (journey) => {
    test('runs for fourteen months, from sign-up to cancellation', async () => {
      const { product } = journey;
      const { page, problems } = await newVisitor(journey.browser);
      await registerByRequest(product.url, page);
      const anchor = await goToLastOfJanuary(journey, page);
      const dueAfter = (months: number): Date => addMonths(anchor, months);
      const pass = (month: number, donationsCount: number, isAnnounced = true): Promise<void> =>
        passMonth(journey, page, { dueAt: dueAfter(month), donationsCount, isAnnounced });

      await donateMonthly(journey, page);
      await openPlan(journey, page, 'Active');
      await expectCleanAtWidths(page);
      await expectNextGift(page, dueAfter(1)); // the last day of February
      await pass(1, 2);
      await openPlan(journey, page, 'Active');
      await expectNextGift(page, dueAfter(2)); // the 31st again

      const [subscription] = await product.control.readSubscriptions();
      await product.control.failNextRenewals(subscription?.subscriptionId ?? 'none', 1);
      await pass(2, 2);
      await expectFailureShown(journey, page);
      await replaceCard(journey, page);
      await advanceTo(journey, page, secondsOf(dueAfter(2)) + 3 * daySeconds + 3600); // when the provider retries
      await expect.poll(() => donationsCount(journey), waiting).toBe(3);
      await openPlan(journey, page, 'Active');
      await expectVisible(page.getByText('Mastercard ending in 4444'));
      await pass(3, 4);

      await pauseForTwoMonths(journey, page, dueAfter(6));
      await pass(4, 4, false);
      await pass(5, 4, false);
      await pass(6, 5);
      await openPlan(journey, page, 'Active');
      await pass(7, 6);

      await changeToTenDollars(journey, page);
      for (let month = 8; month <= 13; month += 1) await pass(month, month - 1);
      const donations = await product.donations();
      const isAsAgreed = ({ charityId, chargeTotalMinor }: (typeof donations)[number], index: number): boolean =>
        index < 6
          ? charityId === 6 && chargeTotalMinor === 524
          : charityId === worldCharityId && chargeTotalMinor === 1496;
      expect(donations.map(isAsAgreed)).toEqual(donations.map(() => true));

      await cancel(journey, page);
      await advanceTo(journey, page, secondsOf(dueAfter(14)) + 3600);
      await advanceTo(journey, page, secondsOf(dueAfter(15)) + 3600);
      const months = [0, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13];
      const collectedOn = (month: number): Date =>
        new Date(dueAfter(month).getTime() + (month === 2 ? 3 : 0) * daySeconds * 1000);
      await expectHistory(journey, page, months.map(collectedOn));
      await expectNoticesBefore(journey, [1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13].map(dueAfter));
      await expectNoDiscrepancies(journey);
      expect(problems).toEqual([]);
    });
  },
  { engines: ['postgres'] },
);

const worldCharityId = 5;
const waiting = { interval: 100 };
const secondsOf = (instant: Date): number => Math.round(instant.getTime() / 1000);
const donationsCount = async ({ product }: Journey): Promise<number> => (await product.donations()).length;

/** Advances the clocks to noon on January 31, because months of every length follow. Returns this instant. */
async function goToLastOfJanuary(journey: Journey, page: Page): Promise<Date> {
  const now = new Date((await providerNow(journey)) * 1000);
  const thisYears = Date.UTC(now.getUTCFullYear(), 0, 31, 12);
  const day = thisYears > now.getTime() ? thisYears : Date.UTC(now.getUTCFullYear() + 1, 0, 31, 12);
  await advanceTo(journey, page, day / 1000);
  return new Date(day);
}

async function donateMonthly({ product }: Journey, page: Page): Promise<void> {
  await page.goto(product.url);
  await page.getByRole('button', { name: /^Coffee/ }).click();
  await page.getByRole('radio', { name: 'Monthly' }).check();
  await page.getByRole('button', { name: /^Donate CA/ }).click();
  await expectVisible(page.getByRole('button', { name: 'Subscribe CA$5.24 per month' }));
  await payOnHostedPage(page);
  await page.getByRole('heading', { name: /Thank you/ }).waitFor();
  await expectVisible(page.getByRole('heading', { name: 'This is a monthly gift' }));
}

const cardOf = (page: Page) => page.getByRole('article');

/** Reloads the plan until its badge shows the status, because the provider's message takes a moment. */
async function openPlan({ product }: Journey, page: Page, badge: string): Promise<void> {
  const readBadge = async (): Promise<string | null> => {
    await page.goto('about:blank'); // otherwise the browser would only scroll
    await page.goto(`${product.url}/account#monthly`);
    return cardOf(page).locator('.plan-badge').textContent();
  };
  await expect.poll(readBadge, waiting).toBe(badge);
}

const shownDay = (instant: Date): string =>
  instant.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'America/Toronto' });

const expectNextGift = (page: Page, at: Date): Promise<void> =>
  expectVisible(cardOf(page).getByText(`Next gift on ${shownDay(at)}`));

/** Expects that the page reports the failed payment, and that an email links to the provider's page to pay it. */
async function expectFailureShown(journey: Journey, page: Page): Promise<void> {
  await openPlan(journey, page, 'Payment failed');
  await expectVisible(cardOf(page).getByText(/^The last payment did not go through/));
  await expectCleanAtWidths(page);
  await page.goto(`${journey.product.url}/dev/mail`);
  await page.getByRole('link', { name: "Your monthly payment didn't go through" }).click();
  const mail = page.frameLocator('iframe[title="The HTML of the email"]');
  await expectVisible(mail.getByText(/We'll try again on Apr 3, \d{4}\./));
  const payUrl = await mail.getByRole('link', { name: 'pay with another card' }).getAttribute('href');
  await page.goto(payUrl ?? 'about:blank');
  await expectVisible(page.getByText('CA$5.24'));
}

/** Enters another card in the provider's portal, and follows its link back to the account. */
async function replaceCard(journey: Journey, page: Page): Promise<void> {
  await openPlan(journey, page, 'Payment failed');
  await cardOf(page).getByRole('button', { name: 'Replace card' }).click();
  await page.getByRole('heading', { name: 'Pay with another card' }).waitFor();
  await fillCard(page, '5555 5555 5555 4444');
  await page.getByRole('button', { name: 'Replace card' }).click();
  await expectVisible(page.getByText(/^Your card was replaced/));
  await page.getByRole('link', { name: /^← Back to/ }).click();
  await page.waitForURL(`${journey.product.url}/account#monthly`);
}

async function pauseForTwoMonths(journey: Journey, page: Page, nextGiftAt: Date): Promise<void> {
  await openPlan(journey, page, 'Active');
  await cardOf(page).getByRole('button', { name: 'Pause' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause this gift' });
  await dialog.getByLabel('For how long').selectOption('2 months');
  await expectVisible(dialog.getByText(shownDay(nextGiftAt)));
  await expectCleanAtWidths(page);
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await expectVisible(page.getByText(`Nothing is charged before ${shownDay(nextGiftAt)}.`)); // the toast
  await expectVisible(cardOf(page).getByText(`Paused until ${shownDay(nextGiftAt)}`));
  await expectNextGift(page, nextGiftAt);
  await page.goto(`${journey.product.url}/dev/mail`);
  await page.getByRole('link', { name: 'Your monthly gift has changed' }).first().click();
  const mail = page.frameLocator('iframe[title="The HTML of the email"]');
  await expectVisible(mail.getByText(`Your gift is paused until ${shownDay(nextGiftAt)}`));
}

async function changeToTenDollars(journey: Journey, page: Page): Promise<void> {
  await openPlan(journey, page, 'Active');
  await cardOf(page).getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change this gift' });
  await dialog.getByLabel(/^Amount per month/).fill('13.60');
  await dialog.getByLabel('Charity').selectOption(String(worldCharityId));
  await expectCleanAtWidths(page);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectVisible(page.getByText('Your monthly gift has been changed'));
  await expectVisible(cardOf(page).getByText('CA$14.96'));
}

/** Cancels the plan with two clicks. Expects that the page then lists it as ended. */
async function cancel(journey: Journey, page: Page): Promise<void> {
  await openPlan(journey, page, 'Active');
  await cardOf(page).getByRole('button', { name: 'Cancel this gift' }).click();
  await page.getByRole('button', { name: 'Cancel now' }).click();
  await expectVisible(page.getByText('1 past gift'));
}

/** Expects that the history lists a monthly donation for each of these days, newest first. */
async function expectHistory({ product }: Journey, page: Page, days: readonly Date[]): Promise<void> {
  await page.goto(`${product.url}/donation-history`);
  const gifts = page.getByRole('main').getByRole('listitem');
  await gifts.first().waitFor();
  expect(await gifts.locator('time').allTextContents()).toEqual(days.map(shownDay).toReversed());
  expect(await gifts.getByText('Monthly', { exact: true }).count()).toBe(days.length);
}

/** Expects one notice for each of these charges, two to three days before the charge. */
async function expectNoticesBefore({ product }: Journey, days: readonly Date[]): Promise<void> {
  const notices = (await product.jobs()).filter(({ kind }) => kind === 'renewal_notice');
  const ahead = notices.map(({ createdAt }, index) => (days[index]?.getTime() ?? 0) - Date.parse(createdAt));
  expect(notices).toHaveLength(days.length);
  expect(ahead.filter((ms) => ms > 3 * daySeconds * 1000 || ms < 2 * daySeconds * 1000)).toEqual([]);
}

/** Expects a ledger without findings, one donation for each payment at the provider, and one receipt for each donation. */
async function expectNoDiscrepancies({ product }: Journey): Promise<void> {
  expect(await product.ledgerFindings()).toEqual([]);
  const paid = (await product.control.readPayments()).filter(({ amountReceivedMinor }) => amountReceivedMinor > 0);
  const theirs = paid.map(({ paymentIntentId, amountReceivedMinor }) => `${paymentIntentId} ${amountReceivedMinor}`);
  const ours = (await product.payments()).map(({ paymentId, amountMinor }) => `${paymentId} ${amountMinor}`);
  expect(ours.toSorted()).toEqual(theirs.toSorted());
  expect((await product.jobs()).filter(({ kind }) => kind === 'receipt')).toHaveLength(ours.length);
}
