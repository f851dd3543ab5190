import { expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import { newVisitor, payOnHostedPage, storedDonations } from '../support/browser/visitor.ts';

describeJourneys('a first donation', (journey) => {
  test('a visitor from Canada pays exactly what the page showed, and the ledger records it', async () => {
    const { page, problems } = await newVisitor(journey.browser);
    await page.goto(journey.product.url);
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await page.getByRole('button', { name: /^Candy Bar/ }).click();
    await page.getByText('CA$7.48', { exact: true }).filter({ visible: true }).first().waitFor();
    await page.getByRole('button', { name: /^Donate CA\$7\.48/ }).click();

    await page.getByRole('button', { name: 'Pay CA$7.48' }).waitFor();
    await payOnHostedPage(page);

    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    const [donation, ...others] = await journey.product.donations();
    expect(others).toEqual([]);
    expect(donation).toMatchObject({ chargeTotalMinor: 748, label: 'Stacked Snacks', charityId: 6 });
    await page.getByText(donation?.id ?? 'no donation', { exact: true }).waitFor();
    await expect.poll(() => storedDonations(page)).toEqual([{ id: donation?.id, amount: 5, mealsProvided: 4 }]);
    expect(problems).toEqual([]);
    expect(await journey.product.ledgerFindings()).toEqual([]);
  });

  test('reloading the thank-you page adds nothing', async () => {
    const { page } = await newVisitor(journey.browser);
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
});
