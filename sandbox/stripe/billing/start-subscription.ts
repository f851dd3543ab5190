import type { Sandbox } from '#sandbox/sandbox.ts';
import { newId, randomId } from '../ids.ts';
import { saveCheckoutSession } from '../payments/events.ts';
import type { CheckoutSessionRecord, Instrument, PaymentFailure, PaymentIntentRecord } from '../records.ts';
import { draftInvoice, finalizeInvoice, monthsAfter } from './draft-invoice.ts';
import { attachCard, saveCustomer, saveInvoice, saveSubscription } from './events.ts';
import { attachPayment, settleInvoice } from './pay-invoice.ts';
import type { CustomerRecord, PaymentMethodRecord, SubscriptionRecord } from './records.ts';

/** The payment of the first month. */
export interface FirstPayment {
  readonly intent: PaymentIntentRecord;
  readonly instrument: Instrument;
  readonly isConfirmed: boolean;
  /** The failure of every later charge of this card. */
  readonly laterFailure: PaymentFailure | null;
}

/**
 * Completes a session that starts a subscription: creates the customer, the card, the subscription and the paid first
 * invoice. Returns the id of `checkout.session.completed`.
 */
export function startSubscription(
  sandbox: Sandbox,
  session: CheckoutSessionRecord,
  payment: FirstPayment,
): string | null {
  const { customer, method } = newCustomer(sandbox, payment);
  saveCustomer(sandbox, customer, 'created');
  attachCard(sandbox, method);
  const fresh = newSubscription(sandbox, session, method);
  const period = { start: fresh.periodStart, end: fresh.periodEnd };
  const draft = draftInvoice(sandbox, fresh, 'subscription_create', period);
  const subscription = saveSubscription(sandbox, { ...fresh, latestInvoiceId: draft.id }, 'created');
  const invoice = finalizeInvoice(sandbox, saveInvoice(sandbox, draft, ['created']));
  const intent = { ...payment.intent, customerId: customer.id, invoiceId: invoice.id };
  settleInvoice(sandbox, invoice, attachPayment(sandbox, invoice, intent), method.instrument, payment.isConfirmed);
  const completed = {
    ...session,
    paymentIntentId: intent.id,
    status: 'complete',
    paymentStatus: 'paid',
    customer: intent.payer,
    customerId: customer.id,
    subscriptionId: subscription.id,
    invoiceId: invoice.id,
  } as const;
  return saveCheckoutSession(sandbox, completed, 'completed');
}

function newCustomer(
  sandbox: Sandbox,
  { intent: { payer }, instrument, laterFailure }: FirstPayment,
): { customer: CustomerRecord; method: PaymentMethodRecord } {
  if (instrument.type !== 'card') throw new Error('Only a card can be charged monthly');
  const created = sandbox.clock.nowSeconds();
  const customer: CustomerRecord = {
    id: newId.customer(),
    created,
    email: payer.email,
    name: payer.name,
    metadata: {},
    defaultPaymentMethodId: null,
    invoicePrefix: randomId('', 8).toUpperCase(),
    nextInvoiceSequence: 1,
  };
  const method = { id: instrument.paymentMethodId, created, customerId: customer.id, payer, instrument, laterFailure };
  return { customer, method };
}

function newSubscription(
  sandbox: Sandbox,
  session: CheckoutSessionRecord,
  method: PaymentMethodRecord,
): SubscriptionRecord {
  const now = sandbox.clock.nowSeconds();
  return {
    id: newId.subscription(),
    created: now,
    customerId: method.customerId,
    checkoutSessionId: session.id,
    status: 'active',
    currency: session.currency,
    items: session.lineItems.map(({ priceId, productId, unitAmountMinor, quantity }) => ({
      id: newId.subscriptionItem(),
      created: now,
      priceId,
      productId,
      unitAmountMinor,
      quantity,
    })),
    description: session.subscriptionSeed?.description ?? null,
    metadata: session.subscriptionSeed?.metadata ?? {},
    defaultPaymentMethodId: method.id,
    anchor: now,
    monthsBegun: 1,
    periodStart: now,
    periodEnd: monthsAfter(now, 1),
    announcedFor: null,
    pause: null,
    cancelsAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    endReason: null,
    latestInvoiceId: '',
    chargesToFail: 0,
  };
}
