import { expect, test } from 'vitest';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { expectClean } from '../support/browser/page-quality.ts';
import { newVisitor, payOnHostedPage, storedDonations } from '../support/browser/visitor.ts';

describeJourneys('a first donation', testDonations, { pages: testPages });

function testDonations(journey: Journey): void {
  test('a visitor from Canada pays exactly what the page showed, and the ledger records it', async () => {
    const before = (await journey.product.donations()).length;
    const { page, problems } = await newVisitor(journey.browser, { allowsMotion: true });
    await page.goto(journey.product.url);
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await page.getByRole('button', { name: /^Candy Bar/ }).click();
    await page.getByText('CA$7.48', { exact: true }).filter({ visible: true }).first().waitFor();
    await page.getByRole('button', { name: /^Donate CA\$7\.48/ }).click();

    await page.getByRole('button', { name: 'Pay CA$7.48' }).waitFor();
    expect(new URL(page.url()).origin).not.toBe(new URL(journey.product.url).origin); // no card is entered on our pages
    await payOnHostedPage(page);

    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    const [donation, ...others] = (await journey.product.donations()).slice(before);
    expect(others).toEqual([]);
    expect(donation).toMatchObject({ chargeTotalMinor: 748, label: 'Stacked Snacks', charityId: 6 });
    await page.getByText(donation?.id ?? 'no donation', { exact: true }).waitFor();
    await expect.poll(() => storedDonations(page)).toEqual([{ id: donation?.id, amount: 5, mealsProvided: 4 }]);
    expect(problems).toEqual([]);
    expect(await journey.product.ledgerFindings()).toEqual([]);
  });

  test('reloading the thank-you page adds nothing', async () => {
    const { page } = await newVisitor(journey.browser, { allowsMotion: true });
    await page.goto(journey.product.url);
    await page.getByRole('button', { name: /^Pastry/ }).click();
    await page.getByRole('button', { name: /^Donate CA/ }).click();
    await payOnHostedPage(page);
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    const before = await journey.product.donations();
    await page.reload();
    await page.getByText(before.at(-1)!.id, { exact: true }).waitFor();
    await expect.poll(() => storedDonations(page)).toHaveLength(1);
    expect(await journey.product.donations()).toEqual(before);
  });
}

function testPages(journey: Journey): void {
  test('a visitor whose browser blocks all site data donates by card', async () => {
    const { page, problems } = await newVisitor(journey.browser, { allowsMotion: true });
    await page.addInitScript(blockSiteData);
    await page.goto(journey.product.url);
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await page.getByText('PayPal needs cookies, which your browser blocks. Please pay by card.').waitFor();
    await expectClean(page);
    await page.getByRole('button', { name: /^Donate CA\$/ }).click();
    await payOnHostedPage(page);
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    for (const [path, heading] of [
      ['/auth', 'Sign In'],
      ['/impact-report', /Impact Report/],
      ['/privacy', 'Privacy Policy'],
    ] as const) {
      await page.goto(journey.product.url + path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      if (path === '/auth') await expectClean(page); // says that signing in needs cookies
    }
    expect(problems).toEqual([]);
  });

  test('a visitor on a phone reaches the payment of one snack with three taps, and can change the charity on the way', async () => {
    const { page } = await newVisitor(journey.browser, { width: 360, height: 740 });
    await page.goto(journey.product.url);
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await page.getByRole('region', { name: 'Your donation so far' }).getByRole('button', { name: 'Donate' }).click();
    const review = page.getByRole('dialog', { name: 'Review your donation' });
    for (const text of ['Donation amount', 'Charity', 'Service fee', 'Total', 'CA$5.24', 'Cancel']) {
      await review.getByText(text, { exact: true }).waitFor();
    }
    await expectClean(page);
    await review.getByLabel('Charity').selectOption('9');
    await review.getByRole('button', { name: /^Donate CA\$/ }).click();
    await payOnHostedPage(page);
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    expect((await journey.product.donations()).at(-1)).toMatchObject({ charityId: 9 });
  });
}

/** Runs in the page. Makes the page behave as in a browser that blocks all cookies and site data. */
function blockSiteData(): void {
  const refuse = (): never => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, { get: refuse });
  Object.defineProperty(document, 'cookie', { get: refuse, set: refuse });
  Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
}
