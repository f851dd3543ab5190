import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { CheckoutRequest } from '#contract/checkout.ts';
import { convertPrice, priceOf } from '#domain/donation/pricing.ts';
import { baseCurrency, chargeCurrency } from '#domain/money/currency.ts';
import { specRates } from '#domain/money/exchange.ts';
import { fromDecimal, toDecimal } from '#domain/money/money.ts';
import type { CrashWorld } from './crash-world.ts';
import type { DonorPlan } from './donor-plan.ts';
import type { StepTracker } from './step-tracker.ts';

/** Donates as planned, however often the server is killed. Returns a problem if one key created several checkouts. */
export async function actAsDonor(world: CrashWorld, tracker: StepTracker, plan: DonorPlan): Promise<string[]> {
  await pause(plan.delayMs);
  const clicks = Array.from({ length: plan.clicks }, () => tracker.during('checkout', () => postCheckout(world, plan)));
  const sessionId = sessionOf(world, await Promise.race(clicks));
  const thankYouUrl = sessionId && (await tracker.during('payment', () => payAsPlanned(world, plan, sessionId)));
  if (sessionId && plan.bankIsQuick)
    await tracker.during('bank response', () => settleBankDebit(world, plan, sessionId));
  if (thankYouUrl && plan.checksConfirmation)
    await tracker.during('confirmation', () => requestConfirmation(world, thankYouUrl));
  const addresses = await Promise.all(clicks);
  const sessions = new Set(addresses.map((address) => sessionOf(world, address)).filter((id) => id !== undefined));
  return sessions.size > 1 ? [`one key created ${sessions.size} checkouts: ${plan.key}`] : [];
}

const checkoutResponse = z.object({ url: z.url() });

/** Clicks Donate. Returns the hosted page, the thank-you page of a settled donation, or undefined while the server is down. */
async function postCheckout(world: CrashWorld, plan: DonorPlan): Promise<URL | undefined> {
  const body = checkoutRequestFor(world.origin, plan.amount);
  const response = await post(world, '/api/create-checkout-session', { key: plan.key, body, retries: plan.retries });
  return response === undefined ? undefined : new URL(checkoutResponse.parse(response).url);
}

/** The request that our page sends for a custom amount in US dollars. */
function checkoutRequestFor(origin: string, amount: number): CheckoutRequest {
  const subtotal = fromDecimal(amount, baseCurrency);
  const price = subtotal && priceOf(subtotal);
  if (!price) throw new RangeError(`${amount} is not a valid amount`);
  return {
    amount: convertPrice(price, chargeCurrency, specRates).total.amountMinor,
    currency: 'cad',
    successUrl: `${origin}/donation-success`,
    cancelUrl: `${origin}/#donate`,
    timeZone: 'America/Toronto',
    donationData: {
      amount,
      mealsProvided: Math.floor(amount),
      charityId: 6,
      charityName: 'Food banks across Canada',
      snackName: 'Custom Donation',
      customAmount: true,
      recurring: false,
      serviceFee: toDecimal(price.serviceFee),
    },
  };
}

const sessionOf = (world: CrashWorld, address: URL | undefined): string | undefined =>
  address === undefined || address.origin === world.origin ? undefined : address.pathname.split('/').at(-1);

const cardForm = (cardNumber: string) => ({
  method: 'card',
  email: 'donor@example.org',
  cardNumber,
  expirationDate: '12/40',
  cvc: '123',
  cardholderName: 'Test Donor',
});
const goodCard = cardForm('4242424242424242');
const declinedCard = cardForm('4000000000000002');
const confirmedCard = cardForm('4000002500003155');
const bankForm = (bankAccount: string) => ({ method: 'bank_debit', email: 'donor@example.org', bankAccount });

/** Acts on the hosted page. Returns the thank-you page that it redirects to, if it does. */
async function payAsPlanned(world: CrashWorld, plan: DonorPlan, sessionId: string): Promise<string | undefined> {
  const submit = (form: Readonly<Record<string, string>>) => world.provider.submit(sessionId, form);
  switch (plan.action) {
    case 'pays':
      return submit(goodCard);
    case 'pays after a confirmation step':
      await submit(confirmedCard);
      return world.provider.submit(sessionId, { decision: 'complete' }, '/confirm');
    case 'pays after a declined card':
      await submit(declinedCard);
      return submit(goodCard);
    case 'is declined':
      return submit(declinedCard);
    case 'pays from a bank account':
      return submit(bankForm('settles'));
    case 'pays from an empty bank account':
      return submit(bankForm('returns'));
    case 'leaves':
      return undefined;
  }
}

async function settleBankDebit(world: CrashWorld, plan: DonorPlan, sessionId: string): Promise<void> {
  const payments = await world.provider.readPayments();
  const payment = payments.find((candidate) => candidate.checkoutSessionId === sessionId);
  if (payment?.state !== 'processing') return;
  const outcome = plan.action === 'pays from a bank account' ? 'paid' : 'returned';
  await world.provider.operate('bank-debits/settle', { paymentIntentId: payment.paymentIntentId, outcome });
}

const confirmationResponse = z.object({ status: z.string() });

async function requestConfirmation(world: CrashWorld, thankYouUrl: string): Promise<void> {
  const donationId = new URL(thankYouUrl).searchParams.get('transaction_id');
  const response = await post(world, `/api/donations/${donationId}/confirm`, { retries: true });
  if (response !== undefined) confirmationResponse.parse(response);
}

/** Calls the server as our page does, and retries when it is up again. Returns undefined if the donor does not retry. */
async function post(
  world: CrashWorld,
  path: string,
  call: { readonly key?: string; readonly body?: object; readonly retries: boolean },
): Promise<unknown> {
  const headers = {
    origin: world.origin,
    ...(call.body ? { 'content-type': 'application/json' } : {}),
    ...(call.key ? { 'idempotency-key': call.key, cookie: `checkout_browser=${browserKeyFor(call.key)}` } : {}),
  };
  const body = call.body ? JSON.stringify(call.body) : null;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    await world.whenUp();
    const response = await fetch(`${world.serverUrl}${path}`, { method: 'POST', headers, body }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined); // the server may be killed in the middle of its response
    if (response?.ok && text !== undefined) return JSON.parse(text);
    if (response && response.status < 500)
      throw new Error(`the server returned ${response.status} to ${path}: ${text}`);
    if (!call.retries) return undefined;
  }
  throw new Error(`the server did not respond to ${path} in ${attemptsMax} attempts`);
}

/** The browser key that the donor got on an earlier visit. A click after the payment is refused if the key is missing. */
const browserKeyFor = (key: string): string => createHash('sha256').update(key).digest('base64url');

const attemptsMax = 20;
