import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { checkoutCall } from './checkout-call.ts';
import type { CrashWorld } from './crash-world.ts';
import type { DonorPlan } from './donor-plan.ts';
import type { StepBoard } from './step-board.ts';

/**
 * Gives as planned, through whatever happens to the server. Resolves to what a donor would complain of: one key that led to
 * two checkouts, an answer that is no answer.
 */
export async function actAsDonor(world: CrashWorld, board: StepBoard, plan: DonorPlan): Promise<string[]> {
  await pause(plan.delayMs);
  const clicks = Array.from({ length: plan.clicks }, () => board.during('checkout', () => askCheckout(world, plan)));
  const sessionId = sessionOf(world, await Promise.race(clicks));
  const thankYou = sessionId && (await board.during('payment', () => payAsPlanned(world, plan, sessionId)));
  if (sessionId && plan.bankIsQuick) await board.during('bank answer', () => letBankAnswer(world, plan, sessionId));
  if (thankYou && plan.asksConfirmation) await board.during('confirmation', () => askConfirmation(world, thankYou));
  const addresses = await Promise.all(clicks);
  const sessions = new Set(addresses.map((address) => sessionOf(world, address)).filter((id) => id !== undefined));
  return sessions.size > 1 ? [`one key led to ${sessions.size} checkouts: ${plan.key}`] : [];
}

const checkoutAnswer = z.object({ url: z.url() });

/** Where a click on Donate leads: the payment page, the thank-you page of a paid gift, or nowhere when the server went away. */
async function askCheckout(world: CrashWorld, plan: DonorPlan): Promise<URL | undefined> {
  const body = checkoutCall(world.origin, plan.amount);
  const answer = await post(world, '/api/create-checkout-session', { key: plan.key, body, insists: plan.insists });
  return answer === undefined ? undefined : new URL(checkoutAnswer.parse(answer).url);
}

const sessionOf = (world: CrashWorld, address: URL | undefined): string | undefined =>
  address === undefined || address.origin === world.origin ? undefined : address.pathname.split('/').at(-1);

const card = (cardNumber: string) => ({
  method: 'card',
  email: 'donor@example.org',
  cardNumber,
  expirationDate: '12/40',
  cvc: '123',
  cardholderName: 'Test Donor',
});
const goodCard = card('4242424242424242');
const declinedCard = card('4000000000000002');
const confirmedCard = card('4000002500003155');
const bank = (bankAccount: string) => ({ method: 'bank_debit', email: 'donor@example.org', bankAccount });

/** Acts on the hosted page; the thank-you page that it leads back to, if it does. */
async function payAsPlanned(world: CrashWorld, plan: DonorPlan, sessionId: string): Promise<string | undefined> {
  const submit = (form: Readonly<Record<string, string>>) => world.provider.submit(sessionId, form);
  switch (plan.deed) {
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
      return submit(bank('settles'));
    case 'pays from an empty bank account':
      return submit(bank('returns'));
    case 'goes away':
      return undefined;
  }
}

async function letBankAnswer(world: CrashWorld, plan: DonorPlan, sessionId: string): Promise<void> {
  const payments = await world.provider.readPayments();
  const payment = payments.find((candidate) => candidate.checkoutSessionId === sessionId);
  if (payment?.state !== 'processing') return;
  const outcome = plan.deed === 'pays from a bank account' ? 'paid' : 'returned';
  await world.provider.operate('bank-debits/settle', { paymentIntentId: payment.paymentIntentId, outcome });
}

const confirmationAnswer = z.object({ status: z.string() });

async function askConfirmation(world: CrashWorld, thankYou: string): Promise<void> {
  const donationId = new URL(thankYou).searchParams.get('transaction_id');
  const answer = await post(world, `/api/donations/${donationId}/confirm`, { insists: true });
  if (answer !== undefined) confirmationAnswer.parse(answer);
}

/** Asks the server as our page does. A donor who insists asks again when it is back; undefined for one who does not. */
async function post(
  world: CrashWorld,
  path: string,
  call: { readonly key?: string; readonly body?: object; readonly insists: boolean },
): Promise<unknown> {
  const headers = {
    origin: world.origin,
    ...(call.body ? { 'content-type': 'application/json' } : {}),
    ...(call.key ? { 'idempotency-key': call.key } : {}),
  };
  const body = call.body ? JSON.stringify(call.body) : null;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    await world.whenUp();
    const answer = await fetch(`${world.serverUrl}${path}`, { method: 'POST', headers, body }).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined); // the server may die in the middle of its answer
    if (answer?.ok && text !== undefined) return JSON.parse(text);
    if (answer && answer.status < 500) throw new Error(`the server answered ${answer.status} to ${path}: ${text}`);
    if (!call.insists) return undefined;
  }
  throw new Error(`the server did not answer ${path} in ${attemptsMax} attempts`);
}

const attemptsMax = 20;
