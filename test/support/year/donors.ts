import { orderBody, paypalPage } from '../payments/paypal-calls.ts';
import { checkoutBody } from '../payments/checkout-body.ts';
import { sessionIdOf, type StubCards } from '../payments/stub-cards.ts';
import type { StubPayPal } from '../payments/stub-paypal.ts';
import { postCheckout } from '../app/call-app.ts';
import type { TestApp } from '../app/start-app.ts';
import type { Dice } from './dice.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import type { Money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { applyPaymentEvent, bookInvoice, insertPlan } from '#server/payments/index.ts';

/** A settled payment. */
export interface SettledPayment {
  readonly provider: PaymentProvider;
  readonly paymentId: string;
  readonly total: Money;
}

/** Donors who check out over HTTP for different charities and pay. */
export interface Donors {
  payByCard(): Promise<SettledPayment>;
  payWithPayPal(): Promise<SettledPayment>;
  /** Pays by card, and turns the payment into a monthly donation. */
  startPlan(): Promise<SettledPayment>;
  /** Pays the next month of any monthly donation; starts one if there is none. */
  renewPlan(): Promise<SettledPayment>;
}

/** The charities that the donors choose from. */
export const charityIds = [5, 6, 7, 8, 9];
const paypalCurrencies: readonly CurrencyCode[] = ['USD', 'EUR', 'CAD'];

interface StartedPlan {
  readonly id: string;
  readonly total: Money;
  renewals: number;
}

export function createDonors(app: TestApp, cards: StubCards, paypal: StubPayPal, dice: Dice): Donors {
  const { deps } = app;
  const plans: StartedPlan[] = [];
  const forAnyCharity = () => ({ donation: { charityId: pick(charityIds, dice) } });
  async function checkOut(): Promise<{ readonly intentId: string; readonly paid: SettledPayment }> {
    const response = await postCheckout(app, checkoutBody(forAnyCharity()));
    const opened = cards.opened.at(-1);
    if (response.statusCode !== 200 || !opened) throw new Error(`the checkout was refused: ${response.body}`);
    const { intentId, charge } = opened;
    return { intentId, paid: await settle(deps, 'stripe', sessionIdOf(intentId), intentId, charge.total) };
  }
  async function startPlan(): Promise<SettledPayment> {
    const { intentId, paid } = await checkOut();
    plans.push({ id: await insertActivePlan(deps, intentId), total: paid.total, renewals: 0 });
    return paid;
  }
  return {
    payByCard: async () => (await checkOut()).paid,
    payWithPayPal: async () => {
      const orderId = await paypalPage(app).order(orderBody(pick(paypalCurrencies, dice), forAnyCharity()));
      const order = paypal.orders.get(orderId);
      if (!order?.donation) throw new Error(`no order ${orderId}`);
      return settle(deps, 'paypal', orderId, order.donation.record.intentId, order.total);
    },
    startPlan,
    renewPlan: () => (plans.length === 0 ? startPlan() : renew(deps, pick(plans, dice))),
  };
}

async function settle(
  deps: Deps,
  provider: PaymentProvider,
  sessionId: string,
  intentId: string,
  total: Money,
): Promise<SettledPayment> {
  const paymentId = `payment_${sessionId}`;
  const { code } = await applyPaymentEvent(deps, {
    provider,
    eventId: `settled_${sessionId}`,
    occurredAt: deps.clock.now(),
    isLive: false,
    account: undefined,
    paymentId,
    sessionId,
    intentId,
    fact: { kind: 'settled', collected: total },
  });
  if (code !== 'settled') throw new Error(`the payment of ${intentId} was ${code}`);
  return { provider, paymentId, total };
}

/** Turns a payment into a plan, as if its donor had an account. Returns the plan's id. */
async function insertActivePlan(deps: Deps, intentId: string): Promise<string> {
  const id = newId('pln', deps.random);
  const intents = deps.db.read.selectFrom('donation_intents').selectAll();
  const intent = await intents.where('id', '=', intentId).executeTakeFirstOrThrow();
  await inTransaction(deps.db, async (tx) => {
    await insertPlan(tx, { ...intent, donor_id: newId('usr', deps.random) }, id);
    const started = { subscription_id: `sub_${id}`, status: 'active' as const };
    await tx.updateTable('plans').set(started).where('id', '=', id).execute();
  });
  return id;
}

async function renew(deps: Deps, plan: StartedPlan): Promise<SettledPayment> {
  plan.renewals += 1;
  const invoiceId = `in_${plan.id}_${plan.renewals}`;
  const paymentId = `payment_${invoiceId}`;
  const { code } = await bookInvoice(deps, {
    invoiceId,
    subscriptionId: `sub_${plan.id}`,
    planId: plan.id,
    isLive: false,
    reason: 'renewal',
    status: 'paid',
    createdAt: deps.clock.now(),
    collected: plan.total,
    paidAt: deps.clock.now(),
    paymentId,
    charityId: undefined,
    attemptCount: 1,
    nextAttemptAt: undefined,
    payUrl: undefined,
  });
  if (code !== 'booked') throw new Error(`the invoice ${invoiceId} was ${code}`);
  return { provider: 'stripe', paymentId, total: plan.total };
}

export function pick<Item>(items: readonly Item[], dice: Dice): Item {
  const picked = items[dice(items.length)];
  if (picked === undefined) throw new RangeError('nothing to pick from');
  return picked;
}
