import type { Sandbox } from '../sandbox.ts';
import { invoicePaymentOf } from '../stripe-billing/billing-events.ts';
import { wholeList } from '../stripe-wire/api-list.ts';
import { balanceTransactionToWire } from '../stripe-wire/balance-transaction.ts';
import { chargeToWire } from '../stripe-wire/charge.ts';
import { customerToWire, keptCardToWire } from '../stripe-wire/customer.ts';
import { invoicePaymentToWire, invoiceToWire } from '../stripe-wire/invoice.ts';
import { lineItemsToWire } from '../stripe-wire/line-item.ts';
import { paymentIntentToWire } from '../stripe-wire/payment-intent.ts';
import { refundToWire } from '../stripe-wire/refund.ts';
import { subscriptionToWire } from '../stripe-wire/subscription.ts';

/** The kinds of object whose properties can be sent whole. */
export type ObjectKind =
  | 'checkout.session'
  | 'payment_intent'
  | 'charge'
  | 'balance_transaction'
  | 'refund'
  | 'dispute'
  | 'radar.early_fraud_warning'
  | 'product'
  | 'customer'
  | 'payment_method'
  | 'subscription'
  | 'invoice'
  | 'invoice_payment'
  | 'billing_portal.session'
  | 'event'
  | 'account'
  | 'item';

/** An object in the shape of the API. */
export type WireObject = Record<string, unknown>;

/** A property that holds an id, or nothing, and can hold the whole object. */
export interface Expandable {
  readonly kind: ObjectKind;
  /** Whether the property holds a list of that kind. */
  readonly isList?: boolean;
  readonly load: (sandbox: Sandbox, owner: WireObject) => unknown;
}

const balanceTransaction: Expandable = {
  kind: 'balance_transaction',
  load: (sandbox, owner) => {
    const record = sandbox.store.balanceTransactions.get(String(owner['balance_transaction']));
    return record === undefined ? null : balanceTransactionToWire(record, sandbox.clock.nowSeconds());
  },
};

const paymentIntent: Expandable = {
  kind: 'payment_intent',
  load: (sandbox, owner) => {
    const record = sandbox.store.paymentIntents.get(String(owner['payment_intent']));
    return record === undefined ? null : paymentIntentToWire(record, sandbox.config.publicUrl);
  },
};

const chargeAt = (property: string): Expandable => ({
  kind: 'charge',
  load: (sandbox, owner) => {
    const record = sandbox.store.charges.get(String(owner[property]));
    return record === undefined ? null : chargeToWire(record);
  },
});

const customer: Expandable = {
  kind: 'customer',
  load: ({ store }, owner) => {
    const record = store.customers.get(String(owner['customer']));
    return record === undefined ? null : customerToWire(record);
  },
};

const cardAt = (property: string): Expandable => ({
  kind: 'payment_method',
  load: ({ store }, owner) => {
    const record = store.paymentMethods.get(String(owner[property]));
    return record === undefined ? null : keptCardToWire(record);
  },
});

const subscription: Expandable = {
  kind: 'subscription',
  load: ({ store }, owner) => {
    const record = store.subscriptions.get(String(owner['subscription']));
    return record === undefined ? null : subscriptionToWire(record);
  },
};

const invoiceAt = (property: string): Expandable => ({
  kind: 'invoice',
  load: (sandbox, owner) => {
    const record = sandbox.store.invoices.get(String(owner[property]));
    return record === undefined ? null : invoiceToWire(sandbox, record);
  },
});

const paymentsOfInvoice: Expandable = {
  kind: 'invoice_payment',
  isList: true,
  load: (sandbox, owner) => {
    const payment = invoicePaymentOf(sandbox, String(owner['id']));
    return wholeList(payment === undefined ? [] : [invoicePaymentToWire(payment)], '/v1/invoice_payments');
  },
};

/** What can be expanded of each kind of object. */
export const expandables: Record<ObjectKind, Readonly<Record<string, Expandable>>> = {
  'checkout.session': {
    payment_intent: paymentIntent,
    customer,
    subscription,
    invoice: invoiceAt('invoice'),
    line_items: {
      kind: 'item',
      isList: true,
      load: (sandbox, owner) => {
        const record = sandbox.store.checkoutSessions.get(String(owner['id']));
        return record === undefined ? null : lineItemsToWire(record);
      },
    },
  },
  payment_intent: { customer, latest_charge: chargeAt('latest_charge') },
  charge: {
    customer,
    payment_intent: paymentIntent,
    balance_transaction: balanceTransaction,
    refunds: {
      kind: 'refund',
      isList: true,
      load: (sandbox, owner) => {
        const ids = sandbox.store.charges.get(String(owner['id']))?.refundIds ?? [];
        const refunds = ids.toReversed().map((id) => sandbox.store.refunds.get(id));
        const url = `/v1/charges/${String(owner['id'])}/refunds`;
        return wholeList(refunds.filter((refund) => refund !== undefined).map(refundToWire), url);
      },
    },
  },
  refund: { charge: chargeAt('charge'), payment_intent: paymentIntent, balance_transaction: balanceTransaction },
  dispute: { charge: chargeAt('charge'), payment_intent: paymentIntent },
  'radar.early_fraud_warning': { charge: chargeAt('charge'), payment_intent: paymentIntent },
  subscription: {
    customer,
    default_payment_method: cardAt('default_payment_method'),
    latest_invoice: invoiceAt('latest_invoice'),
  },
  invoice: { customer, payments: paymentsOfInvoice },
  invoice_payment: { invoice: invoiceAt('invoice') },
  payment_method: { customer },
  customer: {},
  product: {},
  'billing_portal.session': {},
  balance_transaction: {},
  event: {},
  account: {},
  item: {},
};
