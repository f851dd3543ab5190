import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { catalogueCalls } from '#contract/calls/admin/catalogue.ts';
import type { AdminCatalogueResponse } from '#contract/admin/catalogue.ts';
import { checkoutBody } from '../support/payments/checkout-body.ts';
import { advanceTo, providerNow } from '../support/browser/advance-months.ts';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { watchLayoutShifts } from '../support/browser/layout-shifts.ts';
import { enterAccounts, pastHoldSeconds, openAs, post, providerDay } from '../support/browser/payout-journey.ts';
import { expectVisible, newVisitor, payOnHostedPage } from '../support/browser/visitor.ts';

describeJourneys(
  'a published catalogue',
  (journey) => {
    test('with a new price charges donors what their open page shows, and asks them again after 30 minutes', async () => {
      const [card, laterCard] = [await openCard(journey), await openCard(journey)];
      const content = await openEditor(journey);
      await content.getByRole('button', { name: 'Edit Coffee' }).click();
      await content.getByLabel('Price in US dollars').fill('3.75');
      await content.getByRole('button', { name: 'Use this snack' }).click();
      await publish(content, 'Coffee: price US$3.75, was US$3.50.');

      await donateButton(card, 'CA$5.24').click();
      await payOnHostedPage(card);
      await card.getByRole('heading', { name: /Thank you/ }).waitFor();
      expect(await charges(journey)).toEqual([524]);

      await journey.product.control.advanceClock(31 * 60);
      await expect.poll(() => requestCheckoutPricedWithFirstCatalogue(journey)).toBe(409); // the product's clock follows
      await donateButton(laterCard, 'CA$5.24').click();
      await expectVisible(laterCard.getByText('Coffee is now CA$5.10 (was CA$4.76). Your basket is updated.'));
      await donateButton(laterCard, 'CA$5.62').click();
      await payOnHostedPage(laterCard);
      await laterCard.getByRole('heading', { name: /Thank you/ }).waitFor();
      expect(await charges(journey)).toEqual([524, 562]);
      expect(await journey.product.ledgerFindings()).toEqual([]);
    });

    test('with a new charity leads to a donation for this charity and a payout to it', async () => {
      const content = await openEditor(journey);
      await content.getByRole('button', { name: 'Add a charity…' }).click();
      await content.getByLabel('Name').fill('Prairie Pantry');
      await content.getByRole('button', { name: 'Use this charity' }).click();
      await publish(content, 'New charity: Prairie Pantry.');

      const { page: donor } = await newVisitor(journey.browser);
      await donor.goto(journey.product.url);
      await donor.getByRole('button', { name: /^Chips/ }).click();
      await donor.getByRole('combobox', { name: 'Charity' }).selectOption('Prairie Pantry');
      await donateButton(donor, 'CA$2.99').click();
      await payOnHostedPage(donor);
      await expectVisible(donor.getByText('Prairie Pantry'));
      const charityId = (await journey.product.donations()).find(({ label }) => label === 'Chips')?.charityId ?? 0;

      const [finance, owner] = [await openAs(journey, 'finance'), await openAs(journey, 'owner')];
      await enterAccounts(journey, [charityId], { enteredBy: finance, approvedBy: owner });
      await advanceTo(journey, finance, (await providerNow(journey)) + pastHoldSeconds);
      await finance.goto(`${journey.product.url}/admin/payouts`);
      await expectVisible(finance.getByRole('heading', { name: 'New batch' }));
      await expect.poll(() => finance.getByRole('checkbox', { checked: true }).count()).toBe(1);
      await finance.getByRole('button', { name: 'Create batch…' }).click();
      await finance.getByLabel('Reason').fill('Friday');
      await finance.getByRole('button', { name: 'Create batch', exact: true }).click();
      await expectVisible(finance.getByText('You created this batch, so someone else has to mark it as paid.'));

      await owner.goto(finance.url());
      await owner.getByRole('button', { name: 'Mark as paid…' }).click();
      await owner.getByLabel('Day of the transfers').fill(await providerDay(journey));
      await owner.getByLabel('Reference of the transfer').fill('BANK-2026-2');
      await owner.getByLabel('Reason').fill('On the bank statement');
      await owner.getByRole('button', { name: 'Mark as paid', exact: true }).click();
      await expectVisible(owner.getByText(/reference BANK-2026-2\. Marked as paid/));
      await owner.getByRole('link', { name: 'Payouts', exact: true }).click();
      const row = owner
        .getByRole('table', { name: 'What charities are owed' })
        .getByRole('row', { name: /Prairie Pantry/ });
      expect(await row.textContent()).toMatch(/CAD 0\.00.*CAD 2\.72$/);
      expect(await journey.product.ledgerFindings()).toEqual([]);
    });

    test.each([360, 1280])(
      'with other snacks has as many placeholders on the home page, and moves nothing at %i px',
      async (width) => {
        const names = await publishOtherSnacks(journey, width);
        const { page, problems } = await newVisitor(journey.browser, { width, height: 900 });
        const readShifts = await watchLayoutShifts(page);
        const released = Promise.withResolvers<undefined>();
        await page.route('**/api/snacks', async (route) => {
          await released.promise;
          await route.continue();
        });
        await page.goto(journey.product.url);
        await page.locator('.currency-selector select:enabled').first().waitFor({ state: 'attached' }); // the page is hydrated
        expect(await page.locator('.snack-grid .snack-card[aria-hidden="true"]').count()).toBe(names.length);
        const before = await readShifts();
        released.resolve(undefined);
        for (const name of names) await page.getByRole('button', { name: new RegExp(`^${name}`) }).waitFor();
        expect((await readShifts()).slice(before.length)).toEqual([]);
        expect(problems).toEqual([]); // a difference between the first HTML and the page would be reported here
      },
    );
  },
  { engines: ['sqlite'] },
);

/** Opens the home page for a new visitor and adds a coffee to the basket. */
async function openCard(journey: Journey): Promise<Page> {
  const { page } = await newVisitor(journey.browser);
  await page.goto(journey.product.url);
  await page.getByRole('button', { name: /^Coffee/ }).click();
  await donateButton(page, 'CA$5.24').waitFor();
  return page;
}

const donateButton = (page: Page, total: string): Locator => page.getByRole('button', { name: `Donate ${total}` });

/** Opens the page of snacks and charities as a member of the team who may change them. */
async function openEditor(journey: Journey): Promise<Page> {
  const page = await openAs(journey, 'content');
  await page.goto(`${journey.product.url}/admin/catalogue`);
  return page;
}

/** Waits until the editor's summary names a change, then publishes. */
async function publish(page: Page, change: string): Promise<void> {
  await page.getByRole('button', { name: 'Check and publish…' }).click();
  await expectVisible(page.getByText(change));
  await page.getByLabel('Reason').fill('New season');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expectVisible(page.getByRole('row', { name: /^Version/ }));
}

/** Publishes a different number of snacks for each width, one with a name of several lines. Returns the offered names. */
async function publishOtherSnacks(journey: Journey, width: number): Promise<readonly string[]> {
  const page = await openAs(journey, 'content');
  const response = await page.context().request.get(journey.product.url + catalogueCalls.getAdminCatalogue.path);
  const { version, document, next } = (await response.json()) as AdminCatalogueResponse;
  const long = {
    ...document.snacks[0]!,
    id: next.snackId,
    name: 'Popcorn with caramel, sea salt and a very long name',
    isRetired: false,
  };
  const kept =
    width === 360 ? document.snacks.slice(0, 4).map((snack) => snack.id) : document.snacks.map(({ id }) => id);
  const snacks = [long, ...document.snacks.map((snack) => ({ ...snack, isRetired: !kept.includes(snack.id) }))];
  const unique = snacks.map((snack) => ({
    ...snack,
    name: snack.id === long.id ? `${long.name} ${snack.id}` : snack.name,
  }));
  const published = { ...document, snacks: unique };
  await post(journey, page, catalogueCalls.publishCatalogue.path, {
    document: published,
    basedOn: version,
    reason: 'New season',
  });
  return unique.filter(({ isRetired }) => !isRetired).map(({ name }) => name);
}

async function requestCheckoutPricedWithFirstCatalogue({ product }: Journey): Promise<number> {
  const addresses = { successUrl: `${product.url}/donation-success`, cancelUrl: product.url };
  const body = { ...checkoutBody({ request: addresses }), pricedWith: { catalogue: 0 } };
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
