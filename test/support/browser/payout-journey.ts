import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { payoutCalls } from '#contract/calls/admin/money/payouts.ts';
import { bankAccountCalls } from '#contract/calls/admin/money/bank-accounts.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { checkoutBody } from '../payments/checkout-body.ts';
import { providerNow } from './advance-months.ts';
import type { Journey } from './journey.ts';
import { registerByRequest } from './visitor-account.ts';
import { newVisitor } from './visitor.ts';

/** Two days longer than the hold of a donation, in seconds. */
export const pastHoldSeconds = 16 * 24 * 60 * 60;

/** Donates a coffee to a charity by request, without the pages. */
export async function donateTo({ product }: Journey, charityId: number): Promise<void> {
  const body = checkoutBody({ donation: { charityId } });
  const response = await fetch(`${product.url}/api/create-checkout-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ ...body, successUrl: `${product.url}/donation-success`, cancelUrl: `${product.url}/` }),
  });
  const { url } = (await response.json()) as { url: string };
  const before = (await product.donations()).length;
  await product.control.submitPayment(new URL(url).pathname.split('/').at(-1) ?? '');
  await expect.poll(async () => (await product.donations()).length).toBe(before + 1);
}

/** Opens a page for a new member of the team with a role. */
export async function openAs({ browser, product }: Journey, role: StaffRole): Promise<Page> {
  const { page } = await newVisitor(browser, { width: 1280, height: 900 });
  const { username } = await registerByRequest(product.url, page);
  await product.joinTeam(username, role);
  await page.context().request.get(`${product.url}/api/user`); // tells the browser about the role
  return page;
}

/** Returns today's day at the payment provider. The product's clock follows the provider's. */
export const providerDay = async (journey: Journey): Promise<string> =>
  new Date((await providerNow(journey)) * 1000).toISOString().slice(0, 10);

/** Calls the API with the session of a page, and returns the response. */
export async function post<Body>({ product }: Journey, page: Page, path: string, data: object): Promise<Body> {
  const response = await page.context().request.post(product.url + path, { data, headers: { origin: product.url } });
  if (!response.ok()) throw new Error(`${path} returned ${response.status()}: ${await response.text()}`);
  return (await response.json()) as Body;
}

/** Enters our bank account and those of charities as one person, and approves them as another. */
export async function enterAccounts(
  journey: Journey,
  charityIds: readonly number[],
  { enteredBy, approvedBy }: { readonly enteredBy: Page; readonly approvedBy: Page },
): Promise<void> {
  const reason = 'As the charity wrote';
  const typed = { currency: 'CAD', holder: 'Food Banks', country: 'GB', iban: 'GB29NWBK60161331926819', reason };
  for (const charityId of [0, ...charityIds]) {
    const path = bankAccountCalls.proposeBankAccount.path.replace(':id', String(charityId));
    const { id } = await post<{ id: string }>(journey, enteredBy, path, typed);
    const decision = bankAccountCalls.decideBankAccount.path.replace(':id', id);
    await post(journey, approvedBy, decision, { decision: 'approve', reason });
  }
}

interface PaidBatch {
  readonly charityId: number;
  /** The amount in Canadian dollars. */
  readonly amount: number;
  readonly day: string;
  readonly createdBy: Page;
  readonly paidBy: Page;
}

/** Creates a batch with a payout and marks it as paid, with the reference BANK-1, without the pages. Returns its id. */
export async function payBatch(
  journey: Journey,
  { charityId, amount, day, createdBy, paidBy }: PaidBatch,
): Promise<string> {
  const reason = 'Friday';
  const payouts = [{ charityId, currency: 'CAD', amount }];
  const { id } = await post<{ id: string }>(journey, createdBy, payoutCalls.createBatch.path, { day, payouts, reason });
  const payment = { paidOn: day, reference: 'BANK-1', reason };
  await post(journey, paidBy, payoutCalls.payBatch.path.replace(':id', id), payment);
  return id;
}
