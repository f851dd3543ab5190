import type { Sandbox } from '#sandbox/sandbox.ts';
import { newId, randomId } from '../ids.ts';
import { creditBalance, newCharge, paidIntent, recordFailedPayment } from '../payments/charge.ts';
import { saveCharge, savePaymentIntent } from '../payments/events.ts';
import type { Instrument, PaymentFailure, PaymentIntentRecord } from '../records.ts';
import {
  invoicePaymentId,
  findInvoicePayment,
  saveInvoice,
  savePaidInvoicePayment,
  saveSubscription,
} from './events.ts';
import type { InvoiceRecord, PaymentMethodRecord, SubscriptionRecord } from './records.ts';

/** The result of a payment on the invoice page; `closed`: the invoice is no longer open. */
export type PayResult =
  | { readonly code: 'paid'; readonly invoice: InvoiceRecord }
  | { readonly code: 'declined'; readonly failure: PaymentFailure }
  | { readonly code: 'closed' };

/** Pays an open invoice from its page. A failure does not change the schedule of automatic attempts. */
export function payInvoice(sandbox: Sandbox, invoiceId: string, method: PaymentMethodRecord): PayResult {
  const { store } = sandbox;
  return store.transact((): PayResult => {
    const invoice = store.invoices.get(invoiceId);
    const subscription = store.subscriptions.get(invoice?.subscriptionId ?? '');
    if (invoice?.status !== 'open' || subscription === undefined) return { code: 'closed' };
    const intent = findOrCreateIntent(sandbox, subscription, invoice, method);
    const { instrument, laterFailure: failure } = method;
    if (failure !== null) {
      recordFailedAttempt(sandbox, invoice, intent, { instrument, failure });
      return { code: 'declined', failure };
    }
    settleInvoice(sandbox, invoice, intent, instrument);
    reactivateSubscription(sandbox, subscription);
    return { code: 'paid', invoice: store.invoices.get(invoiceId) ?? invoice };
  });
}

const emptySeed = { metadata: {}, receiptEmail: null, statementDescriptor: null, statementDescriptorSuffix: null };

/** Finds the payment intent of an open invoice. The first attempt creates it, and later attempts reuse it. */
export function findOrCreateIntent(
  sandbox: Sandbox,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
  method: PaymentMethodRecord,
): PaymentIntentRecord {
  const { payer, instrument } = method;
  const existing = sandbox.store.paymentIntents.get(findInvoicePayment(sandbox, invoice.id)?.paymentIntentId ?? '');
  if (existing !== undefined) return { ...existing, payer, instrument };
  const id = newId.paymentIntent();
  const intent: PaymentIntentRecord = {
    id,
    created: sandbox.clock.nowSeconds(),
    checkoutSessionId: subscription.checkoutSessionId,
    amountMinor: invoice.amountMinor,
    amountReceivedMinor: 0,
    currency: invoice.currency,
    status: 'requires_payment_method',
    seed: { ...emptySeed, description: 'Subscription update' },
    clientSecret: randomId(`${id}_secret_`, 25),
    paymentMethods: ['card'],
    chargeIds: [],
    instrument,
    payer,
    lastFailure: null,
    canceledAt: null,
    pending: null,
    customerId: invoice.customerId,
    invoiceId: invoice.id,
  };
  savePaymentIntent(sandbox, intent, 'created');
  return attachPayment(sandbox, invoice, intent);
}

/** Makes an intent the payment of an invoice. Returns the intent. */
export function attachPayment(
  sandbox: Sandbox,
  invoice: InvoiceRecord,
  intent: PaymentIntentRecord,
): PaymentIntentRecord {
  sandbox.store.invoicePayments.put({
    id: invoicePaymentId(invoice.id),
    created: sandbox.clock.nowSeconds(),
    invoiceId: invoice.id,
    paymentIntentId: intent.id,
    amountMinor: invoice.amountMinor,
    currency: invoice.currency,
    status: 'open',
    paidAt: null,
  });
  return intent;
}

/** Charges an open invoice successfully. */
export function settleInvoice(
  sandbox: Sandbox,
  invoice: InvoiceRecord,
  intent: PaymentIntentRecord,
  instrument: Instrument,
  isConfirmed = false,
): void {
  const charge = newCharge(sandbox, intent, instrument, { status: 'succeeded', isConfirmed });
  saveCharge(sandbox, charge, 'succeeded');
  savePaymentIntent(sandbox, paidIntent(intent, [...intent.chargeIds, charge.id]), 'succeeded');
  savePaidInvoicePayment(sandbox, invoice.id);
  const attemptCount = invoice.attemptCount + 1;
  const paidAt = sandbox.clock.nowSeconds();
  const paid = { ...invoice, status: 'paid', attemptCount, paidAt, nextAttemptAt: null } as const;
  saveInvoice(sandbox, paid, ['paid', 'payment_succeeded']);
  creditBalance(sandbox, charge);
}

/** Records a failed attempt at an open invoice. Only an automatic attempt has a `schedule` for the next one. */
export function recordFailedAttempt(
  sandbox: Sandbox,
  invoice: InvoiceRecord,
  intent: PaymentIntentRecord,
  attempt: {
    readonly instrument: Instrument;
    readonly failure: PaymentFailure;
    readonly schedule?: Pick<InvoiceRecord, 'attemptCount' | 'nextAttemptAt'>;
  },
): void {
  recordFailedPayment(sandbox, intent, attempt.instrument, attempt.failure);
  saveInvoice(sandbox, { ...invoice, ...attempt.schedule }, ['payment_failed']);
}

/** Voids an open invoice, so that it is never charged. If it made its subscription past due, the subscription is active again. */
export function voidInvoice(sandbox: Sandbox, invoice: InvoiceRecord): InvoiceRecord {
  const voidedAt = sandbox.clock.nowSeconds();
  const voided = saveInvoice(sandbox, { ...invoice, status: 'void', nextAttemptAt: null, voidedAt }, ['voided']);
  const subscription = sandbox.store.subscriptions.get(invoice.subscriptionId);
  if (subscription?.latestInvoiceId === invoice.id) reactivateSubscription(sandbox, subscription);
  return voided;
}

/** Makes a past-due subscription active again, after its invoice was paid or voided. */
export function reactivateSubscription(sandbox: Sandbox, subscription: SubscriptionRecord): void {
  if (subscription.status !== 'past_due') return;
  const previousAttributes = { status: subscription.status };
  saveSubscription(sandbox, { ...subscription, status: 'active' }, 'updated', { previousAttributes });
}
