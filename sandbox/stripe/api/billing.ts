import { z } from 'zod';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { endSubscription, changedSubscription, updateSubscription } from '../billing/update-subscription.ts';
import { resumeSubscription } from '../billing/pause-subscription.ts';
import { findInvoicePayment } from '../billing/events.ts';
import { voidInvoice } from '../billing/pay-invoice.ts';
import type { ProductRecord, SubscriptionRecord } from '../billing/records.ts';
import { StripeError, invalidParameter, noSuch } from '../error.ts';
import { newId } from '../ids.ts';
import {
  expandParameter,
  formBoolean,
  formChoice,
  formCreated,
  formMetadata,
  formText,
  pageParameters,
} from '../parameters/form-values.ts';
import {
  cancelSubscriptionParameters,
  resumeSubscriptionParameters,
  unsettableSubscriptionParameters,
  updateSubscriptionParameters,
} from '../parameters/subscription.ts';
import { productToWire, savedCardToWire } from '../wire/customer.ts';
import { invoicePaymentToWire, invoiceToWire } from '../wire/invoice.ts';
import { singlePageList } from '../wire/list.ts';
import { subscriptionToWire } from '../wire/subscription.ts';
import { endpoint, type Endpoint, type Expansions } from './endpoint.ts';
import { readEndpoints } from './resource.ts';

const createProduct = endpoint({
  method: 'POST',
  path: '/v1/products',
  parameters: z.strictObject({
    ...expandParameter,
    id: formText(255).optional(),
    name: formText(5000),
    description: formText(40_000).optional(),
    active: formBoolean.optional(),
    metadata: formMetadata.optional(),
  }),
  check: ({ store, clock }, parameters): ProductRecord => {
    const id = parameters.id ?? newId.product();
    if (store.products.get(id) !== undefined) {
      throw invalidParameter('id', 'resource_already_exists', `Product already exists with the id '${id}'.`);
    }
    return {
      id,
      created: clock.nowSeconds(),
      name: parameters.name,
      description: parameters.description ?? null,
      isActive: parameters.active ?? true,
      metadata: parameters.metadata ?? {},
    };
  },
  run: ({ store }, product) => {
    store.products.put(product);
    return productToWire(product);
  },
});

const subscription = {
  path: '/v1/subscriptions/:id',
  expansions: new Map([
    [
      'default_payment_method',
      ({ store }, { default_payment_method: id }) => {
        const method = store.paymentMethods.get(String(id));
        return method === undefined ? {} : { default_payment_method: savedCardToWire(method) };
      },
    ],
  ]) satisfies Expansions,
};

const readSubscription = endpoint({
  ...subscription,
  method: 'GET',
  parameters: z.strictObject(expandParameter),
  check: (sandbox, _parameters, id) => findSubscription(sandbox, id),
  run: (_sandbox, record) => subscriptionToWire(record),
});

const changeSubscription = endpoint({
  ...subscription,
  method: 'POST',
  parameters: updateSubscriptionParameters,
  unsettable: unsettableSubscriptionParameters,
  check: (sandbox, parameters, id) => {
    const record = findSubscription(sandbox, id);
    return { record, changed: changedSubscription(sandbox, record, parameters) };
  },
  run: (sandbox, { record, changed }, origin) =>
    subscriptionToWire(updateSubscription(sandbox, record, changed, origin)),
});

const cancelSubscription = endpoint({
  ...subscription,
  method: 'DELETE',
  parameters: cancelSubscriptionParameters,
  check: (sandbox, _parameters, id) => {
    const record = findSubscription(sandbox, id);
    // As with Stripe, this call does not find an ended subscription, although others can still read it.
    if (record.status === 'canceled') throw noSuch('subscription', id);
    return record;
  },
  run: (sandbox, record, origin) =>
    subscriptionToWire(endSubscription(sandbox, record, 'cancellation_requested', origin)),
});

const resume = endpoint({
  ...subscription,
  method: 'POST',
  path: '/v1/subscriptions/:id/resume',
  parameters: resumeSubscriptionParameters,
  check: (sandbox, _parameters, id) => findSubscription(sandbox, id),
  run: (sandbox, record, origin) => subscriptionToWire(resumeSubscription(sandbox, record, origin)),
});

function findSubscription({ store }: Sandbox, id: string): SubscriptionRecord {
  const record = store.subscriptions.get(id);
  if (record === undefined) throw noSuch('subscription', id);
  return record;
}

const invoiceEndpoints = readEndpoints({
  path: '/v1/invoices',
  kind: 'invoice',
  collection: ({ store }) => store.invoices,
  toWire: invoiceToWire,
  listParameters: z.strictObject({
    ...pageParameters,
    created: formCreated.optional(),
    customer: z.string().optional(),
    status: formChoice(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
    subscription: z.string().optional(),
  }),
  isIncluded: (invoice, { customer, status, subscription: subscriptionId }) =>
    (customer === undefined || invoice.customerId === customer) &&
    (status === undefined || invoice.status === status) &&
    (subscriptionId === undefined || invoice.subscriptionId === subscriptionId),
  expansions: new Map([
    [
      'payments',
      (sandbox, { id }) => {
        const payment = findInvoicePayment(sandbox, String(id));
        const payments = payment === undefined ? [] : [invoicePaymentToWire(payment)];
        return { payments: singlePageList(payments, '/v1/invoice_payments') };
      },
    ],
  ]),
});

const voidOpenInvoice = endpoint({
  method: 'POST',
  path: '/v1/invoices/:id/void',
  parameters: z.strictObject(expandParameter),
  check: ({ store }, _parameters, id) => {
    const invoice = store.invoices.get(id);
    if (invoice === undefined) throw noSuch('invoice', id);
    if (invoice.status === 'open') return invoice;
    const message = `You can only pass in open invoices. This invoice isn't open: its status is \`${invoice.status}\`.`;
    throw new StripeError(400, 'invalid_request_error', message, { code: 'invoice_not_editable' });
  },
  run: (sandbox, invoice) => invoiceToWire(sandbox, voidInvoice(sandbox, invoice)),
});

/** Products, subscriptions and invoices. Subscriptions begin only on the hosted page. */
export const billingEndpoints: readonly Endpoint[] = [
  createProduct,
  readSubscription,
  changeSubscription,
  cancelSubscription,
  resume,
  ...invoiceEndpoints,
  voidOpenInvoice,
];
