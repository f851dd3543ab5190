import type { Sandbox } from '../sandbox.ts';
import type { InvoiceRecord, PaymentMethodRecord, SubscriptionRecord } from '../state/billing-records.ts';
import type { Instrument, PaymentFailure, PaymentIntentRecord } from '../state/records.ts';
import { newId, randomId } from '../stripe/ids.ts';
import { paidIntent, refusePayment } from '../stripe-payments/finish-payment.ts';
import { bookCharge, newCharge } from '../stripe-payments/make-charge.ts';
import { saveCharge, savePaymentIntent } from '../stripe-payments/payment-events.ts';
import { invoicePaymentId, invoicePaymentOf, saveInvoice, savePaidInvoicePayment } from './billing-events.ts';

const emptySeed = { metadata: {}, receiptEmail: null, statementDescriptor: null, statementDescriptorSuffix: null };

/** The payment intent of an open invoice, the same through all attempts; the first attempt makes it. */
export function intentOf(
  sandbox: Sandbox,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
  method: PaymentMethodRecord,
): PaymentIntentRecord {
  const { payer, instrument } = method;
  const existing = sandbox.store.paymentIntents.get(invoicePaymentOf(sandbox, invoice.id)?.paymentIntentId ?? '');
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
  return assignPayment(sandbox, invoice, intent);
}

/** Has an intent pay an invoice. Returns the intent. */
export function assignPayment(
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

/** Takes the money of an open invoice. */
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
  bookCharge(sandbox, charge);
}

/** Records a refused attempt at an open invoice. Attempts by hand leave the plan of further ones as it is. */
export function refuseInvoice(
  sandbox: Sandbox,
  invoice: InvoiceRecord,
  intent: PaymentIntentRecord,
  refusal: {
    readonly instrument: Instrument;
    readonly failure: PaymentFailure;
    readonly plan?: Pick<InvoiceRecord, 'attemptCount' | 'nextAttemptAt'>;
  },
): void {
  refusePayment(sandbox, intent, refusal.instrument, refusal.failure);
  saveInvoice(sandbox, { ...invoice, ...refusal.plan }, ['payment_failed']);
}
