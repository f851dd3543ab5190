import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { CustomerRecord } from '../state/billing-records.ts';
import { saveCustomer } from '../stripe-billing/billing-events.ts';
import {
  changedMetadata,
  expandParameter,
  formChoice,
  formCreated,
  formEmail,
  formMetadataChange,
  formText,
  pageParameters,
} from '../stripe-parameters/form-values.ts';
import { noSuch } from '../stripe/stripe-error.ts';
import { customerToWire, keptCardToWire } from '../stripe-wire/customer.ts';
import { endpoint } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { readOnlyResource } from './read-only-resource.ts';

const updateParameters = z.strictObject({
  ...expandParameter,
  email: formEmail.optional(),
  name: formText(256).optional(),
  metadata: formMetadataChange.optional(),
  invoice_settings: z.strictObject({ default_payment_method: z.string().optional() }).optional(),
});

const updateCustomer = endpoint({
  method: 'POST',
  path: '/v1/customers/:id',
  parameters: updateParameters,
  answers: { kind: 'customer' },
  check: (sandbox, parameters, id) => {
    const customer = sandbox.store.customers.get(id);
    if (customer === undefined) throw noSuch('customer', id);
    return { customer, changed: changedCustomer(sandbox, customer, parameters) };
  },
  run: (sandbox, { customer, changed }, origin) => {
    const after = customerToWire(changed);
    const now = new Map(Object.entries(after));
    const previous = Object.entries(customerToWire(customer)).filter(
      ([key, value]) => JSON.stringify(now.get(key)) !== JSON.stringify(value),
    );
    const previousAttributes = Object.fromEntries(previous);
    if (previous.length > 0) saveCustomer(sandbox, changed, 'updated', { previousAttributes, origin });
    return after;
  },
});

function changedCustomer(
  { store }: Sandbox,
  customer: CustomerRecord,
  parameters: z.infer<typeof updateParameters>,
): CustomerRecord {
  const cardId = parameters.invoice_settings?.default_payment_method;
  if (cardId !== undefined && store.paymentMethods.get(cardId)?.customerId !== customer.id) {
    throw noSuch('PaymentMethod', cardId, 'invoice_settings[default_payment_method]', 400);
  }
  return {
    ...customer,
    email: parameters.email ?? customer.email,
    name: parameters.name ?? customer.name,
    metadata: changedMetadata(customer.metadata, parameters.metadata),
    defaultPaymentMethodId: cardId ?? customer.defaultPaymentMethodId,
  };
}

/** Customers: read, list, change. They come to be on the hosted page alone. */
export const customerEndpoints: readonly Endpoint[] = [
  updateCustomer,
  ...readOnlyResource({
    path: '/v1/customers',
    kind: 'customer',
    table: ({ store }) => store.customers,
    toWire: (_sandbox, customer) => customerToWire(customer),
    listParameters: z.strictObject({
      ...pageParameters,
      created: formCreated.optional(),
      email: z.string().optional(),
    }),
    isWanted: (customer, { email }) => email === undefined || customer.email === email,
  }),
];

/** Cards that customers left, which only the sandbox's own pages take. */
export const paymentMethodEndpoints = readOnlyResource({
  path: '/v1/payment_methods',
  kind: 'payment_method',
  table: ({ store }) => store.paymentMethods,
  toWire: (_sandbox, method) => keptCardToWire(method),
  listParameters: z.strictObject({
    ...pageParameters,
    customer: z.string().optional(),
    type: formChoice(['card']).optional(),
  }),
  isWanted: ({ customerId }, { customer }) => customer === undefined || customerId === customer,
});
