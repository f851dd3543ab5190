import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bankAccountCalls } from '#contract/calls/admin/bank-accounts.ts';
import { advanceTo, providerNow } from '../support/browser/advance-months.ts';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { expectVisible, newVisitor } from '../support/browser/visitor.ts';
import { registerByRequest } from '../support/browser/visitor-account.ts';
import { checkoutBody } from '../support/payments/checkout-body.ts';
import { findPain001Problems, parseXml, textsOf } from '../support/payouts/pain001-rules.ts';

const charities = [5, 6, 7, 8, 9];
const holdSeconds = 16 * 24 * 60 * 60;
const reason = 'Friday';

describeJourneys(
  'payouts',
  (journey) => {
    test('on Friday, two people pay five charities', async () => {
      for (const charityId of charities) await donate(journey, charityId);
      const finance = await openAs(journey, 'finance');
      const owner = await openAs(journey, 'owner');
      await enterAccounts(journey, finance, owner);
      await advanceTo(journey, finance, (await providerNow(journey)) + holdSeconds);

      await finance.goto(`${journey.product.url}/admin/payouts`);
      await expectVisible(finance.getByRole('heading', { name: 'New batch' }));
      await expect.poll(() => finance.getByRole('checkbox', { checked: true }).count()).toBe(5);
      await finance.getByRole('button', { name: 'Create batch…' }).click();
      await finance.getByLabel('Reason').fill(reason);
      await finance.getByRole('button', { name: 'Create batch', exact: true }).click();
      await expectVisible(finance.getByText('You created this batch, so someone else has to mark it as paid.'));
      await expectPaymentFile(finance);

      await owner.context().request.get(`${journey.product.url}/api/user`); // the browser learns that they joined the team
      await owner.goto(finance.url());
      await owner.getByRole('button', { name: 'Mark as paid…' }).click();
      const today = new Date((await providerNow(journey)) * 1000).toISOString().slice(0, 10);
      await owner.getByLabel('Day of the transfers').fill(today);
      await owner.getByLabel('Reference of the transfer').fill('BANK-2026-1');
      await owner.getByLabel('Reason').fill('On the bank statement');
      await owner.getByRole('button', { name: 'Mark as paid', exact: true }).click();
      await expectVisible(owner.getByText(/reference BANK-2026-1\. Marked as paid/));

      await owner.getByRole('link', { name: 'Payouts', exact: true }).click();
      const owed = owner.getByRole('table', { name: 'What charities are owed' });
      await expectVisible(owed.getByRole('row', { name: /Food banks across Canada/ }));
      await expect.poll(() => owed.getByRole('row').count()).toBe(6);
      for (const row of await owed.getByRole('row').all())
        expect(await row.textContent()).toMatch(/^Charity|CAD 0\.00.*CAD 4\.76$/);
      expect(await journey.product.ledgerFindings()).toEqual([]);
    });
  },
  { engines: ['postgres'] },
);

/** Pays a coffee for a charity, without the pages. */
async function donate({ product }: Journey, charityId: number): Promise<void> {
  const body = checkoutBody({ donation: { charityId } });
  const answer = await fetch(`${product.url}/api/create-checkout-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ ...body, successUrl: `${product.url}/donation-success`, cancelUrl: `${product.url}/` }),
  });
  const { url } = (await answer.json()) as { url: string };
  const before = (await product.donations()).length;
  await product.control.submitPayment(new URL(url).pathname.split('/').at(-1) ?? '');
  await expect.poll(async () => (await product.donations()).length).toBe(before + 1);
}

async function openAs({ browser, product }: Journey, role: 'finance' | 'owner'): Promise<Page> {
  const { page } = await newVisitor(browser, { width: 1280, height: 900 });
  const { username } = await registerByRequest(product.url, page);
  await product.joinTeam(username, role);
  return page;
}

/** One person enters our bank account and those of the charities, the other approves them. */
async function enterAccounts({ product }: Journey, finance: Page, owner: Page): Promise<void> {
  const post = async (page: Page, path: string, data: object): Promise<{ id: string }> => {
    const answer = await page.context().request.post(product.url + path, { data, headers: { origin: product.url } });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  const typed = { currency: 'CAD', holder: 'Food Banks', country: 'GB', iban: 'GB29NWBK60161331926819', reason };
  for (const charityId of [0, ...charities]) {
    const path = bankAccountCalls.proposeBankAccount.path.replace(':id', String(charityId));
    const { id } = await post(finance, path, typed);
    await post(owner, bankAccountCalls.decideBankAccount.path.replace(':id', id), { decision: 'approve', reason });
  }
}

/** The payment file on the open page has one transfer for each charity. */
async function expectPaymentFile(page: Page): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Payment file (CAD)' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(findPain001Problems(file)).toEqual([]);
  expect(textsOf(parseXml(file), 'InstdAmt')).toEqual(charities.map(() => '4.76'));
  expect(textsOf(parseXml(file), 'CtrlSum')).toEqual(['23.80', '23.80']);
}
