import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys, type Journey } from '#test/support/journey.ts';
import { adminPassword } from '#test/support/running-product.ts';
import { expectVisible, newVisitor, payOnHostedPage, type Visitor } from '#test/support/visitor.ts';

let accountsMade = 0;

describeJourneys('refunds and disputes', (journey) => {
  test("a refund and a dispute from the operator's page show in history, receipt and impact", async () => {
    const donor = await signedInDonor(journey);
    const { page } = donor;
    const id = await give(journey, page);
    const operator = await newVisitor(journey.browser);
    await press(journey, operator.page, 'Refund', '200');
    await untilHistorySays(journey, page, 'Partly refunded');
    await page.goto(`${journey.product.url}/donation-success?amount=3.50&transaction_id=${id}`);
    await expectVisible(page.getByText('−CA$2.00').first());

    await press(journey, operator.page, 'Dispute');
    await untilHistorySays(journey, page, 'Disputed');
    await page.goto(`${journey.product.url}/impact`);
    await expectVisible(page.getByText(/No impact data available yet/));
    await press(journey, operator.page, 'We win');
    await untilHistorySays(journey, page, 'Partly refunded');
    expect(donor.problems).toEqual([]);
    expect(await journey.product.ledgerFindings()).toEqual([]);
  });

  test('the administrator refunds a gift, and the donor sees it', async () => {
    const donor = await signedInDonor(journey);
    const id = await give(journey, donor.page);
    const desk = await newVisitor(journey.browser);
    await signIn(journey, desk, { path: '/api/login', body: { username: 'admin', password: adminPassword } });
    await desk.page.goto(`${journey.product.url}/admin/money`);
    await expectVisible(desk.page.getByRole('heading', { name: 'Refund a donation' }));
    await desk.page.getByLabel('Transaction ID').fill(id);
    await desk.page.getByRole('button', { name: 'Refund…' }).click();
    await desk.page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expectVisible(desk.page.getByText(/^Asked the provider to give back CAD 5.24/));
    await untilHistorySays(journey, donor.page, 'Refunded');
    expect([donor.problems, desk.problems]).toEqual([[], []]);
    expect(await journey.product.ledgerFindings()).toEqual([]);
  });

  test.each([360, 1280])('the desk and the history at %i px are clean by axe', async (width) => {
    const desk = await newVisitor(journey.browser, { width });
    await signIn(journey, desk, { path: '/api/login', body: { username: 'admin', password: adminPassword } });
    await desk.page.goto(`${journey.product.url}/admin/money`);
    await expectVisible(desk.page.getByRole('heading', { name: 'Comparisons with the providers' }));
    await expectClean(desk);
    expect(await desk.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await desk.page.getByLabel('Transaction ID').fill('don_0');
    await desk.page.getByRole('button', { name: 'Refund…' }).click();
    await expectClean(desk);
  });

  test('the desk is closed to a donor', async () => {
    const donor = await signedInDonor(journey);
    await donor.page.goto(`${journey.product.url}/admin/money`);
    await expectVisible(donor.page.getByText(/^Access Denied/));
    await expectClean(donor);
  });
});

interface SignIn {
  readonly path: '/api/login' | '/api/register';
  readonly body: Readonly<Record<string, string>>;
}

/** Signs in past the form, which other journeys fill in. */
async function signIn({ product }: Journey, { context }: Visitor, { path, body }: SignIn): Promise<void> {
  const answer = await context.request.post(product.url + path, { data: body, headers: { origin: product.url } });
  expect(answer.status()).toBe(200);
}

async function signedInDonor(journey: Journey): Promise<Visitor> {
  const donor = await newVisitor(journey.browser);
  accountsMade += 1;
  const name = `giver-${accountsMade}`;
  const body = { username: name, password: 'bread and butter', email: `${name}@example.org`, country: 'CA' };
  await signIn(journey, donor, { path: '/api/register', body });
  return donor;
}

/** Gives a coffee and answers its id. */
async function give(journey: Journey, page: Page): Promise<string> {
  await page.goto(journey.product.url);
  await page.getByRole('button', { name: /^Coffee/ }).click();
  await page.getByRole('button', { name: /^Donate CA/ }).click();
  await payOnHostedPage(page);
  await page.getByRole('heading', { name: /Thank you/ }).waitFor();
  return new URL(page.url()).searchParams.get('transaction_id') ?? 'no id';
}

/** Presses the first button of a name on the sandbox's page; the newest payment stands first. */
async function press(journey: Journey, page: Page, button: string, amountMinor?: string): Promise<void> {
  await page.goto(`${journey.product.sandboxUrl}/_sandbox`);
  if (amountMinor !== undefined)
    await page
      .getByLabel(/^Minor units to refund/)
      .first()
      .fill(amountMinor);
  await page.getByRole('button', { name: button, exact: true }).first().click();
}

/** Looks at the history until it tells a state: the provider's message needs a moment. */
async function untilHistorySays(journey: Journey, page: Page, state: string): Promise<void> {
  const countStates = async (): Promise<number> => {
    await page.goto(`${journey.product.url}/donation-history`);
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    return page.getByText(state, { exact: true }).count();
  };
  await expect.poll(countStates, { timeout: 30_000, interval: 250 }).toBe(1);
}

async function expectClean({ page }: Visitor): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
