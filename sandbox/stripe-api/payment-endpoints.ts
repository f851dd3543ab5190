import { z } from 'zod';
import { formCreated, pageParameters } from '../stripe-parameters/form-values.ts';
import { balanceTransactionToWire } from '../stripe-wire/balance-transaction.ts';
import { chargeToWire } from '../stripe-wire/charge.ts';
import { paymentIntentToWire } from '../stripe-wire/payment-intent.ts';
import { readOnlyResource } from './read-only-resource.ts';

const listParameters = { ...pageParameters, created: formCreated.optional() };

/** Payment intents, which only the hosted page makes. */
export const paymentIntentEndpoints = readOnlyResource({
  path: '/v1/payment_intents',
  kind: 'payment_intent',
  table: (sandbox) => sandbox.store.paymentIntents,
  toWire: (sandbox, intent) => paymentIntentToWire(intent, sandbox.config.publicUrl),
  listParameters: z.strictObject(listParameters),
  isWanted: () => true,
});

/** Charges, which only attempts on the hosted page make. */
export const chargeEndpoints = readOnlyResource({
  path: '/v1/charges',
  kind: 'charge',
  table: (sandbox) => sandbox.store.charges,
  toWire: (_sandbox, charge) => chargeToWire(charge),
  listParameters: z.strictObject({ ...listParameters, payment_intent: z.string().optional() }),
  isWanted: (charge, { payment_intent: id }) => id === undefined || charge.paymentIntentId === id,
});

/** Movements on the balance, with the processor's fee. */
export const balanceTransactionEndpoints = readOnlyResource({
  path: '/v1/balance_transactions',
  kind: 'balance_transaction',
  table: (sandbox) => sandbox.store.balanceTransactions,
  toWire: (sandbox, transaction) => balanceTransactionToWire(transaction, sandbox.clock.nowSeconds()),
  listParameters: z.strictObject({
    ...listParameters,
    currency: z.string().optional(),
    source: z.string().optional(),
    type: z.string().optional(),
  }),
  isWanted: (transaction, { currency, source, type }) =>
    (currency === undefined || transaction.currency === currency) &&
    (source === undefined || transaction.sourceId === source) &&
    (type === undefined || transaction.type === type),
});
