import { z } from 'zod';
import { expandParameter, formCreated, pageParameters } from '../parameters/form-values.ts';
import { balanceToWire, balanceTransactionToWire, payoutToWire } from '../wire/balance.ts';
import { chargeToWire, refundToWire } from '../wire/charge.ts';
import { disputeToWire } from '../wire/dispute.ts';
import { endpoint, type Endpoint, type Expansions } from './endpoint.ts';
import { readEndpoints } from './resource.ts';

const readBalance = endpoint({
  method: 'GET',
  path: '/v1/balance',
  parameters: z.strictObject(expandParameter),
  check: (sandbox) => sandbox,
  run: ({ store, clock }) => balanceToWire(store.balanceTransactions.values(), clock.nowSeconds()),
});

/** Replaces a source's id with the object that caused the transaction. What the operator added to the balance has none. */
const sourceExpansions: Expansions = new Map([
  [
    'source',
    (sandbox, { source }) => {
      const { charges, refunds, disputes, payouts } = sandbox.store;
      const id = String(source);
      const [charge, refund, dispute, payout] = [charges.get(id), refunds.get(id), disputes.get(id), payouts.get(id)];
      if (charge) return { source: chargeToWire(charge) };
      if (refund) return { source: refundToWire(refund) };
      if (dispute) return { source: disputeToWire(sandbox, dispute) };
      return payout ? { source: payoutToWire(payout) } : {};
    },
  ],
]);

const balanceTransactionEndpoints = readEndpoints({
  path: '/v1/balance_transactions',
  kind: 'balance_transaction',
  collection: ({ store }) => store.balanceTransactions,
  toWire: ({ clock }, transaction) => balanceTransactionToWire(transaction, clock.nowSeconds()),
  listParameters: z.strictObject({
    ...pageParameters,
    created: formCreated.optional(),
    currency: z.string().optional(),
    payout: z.string().optional(),
    source: z.string().optional(),
    type: z.string().optional(),
  }),
  isIncluded: (transaction, { currency, payout, source, type }) =>
    (currency === undefined || transaction.currency === currency) &&
    (payout === undefined || transaction.payoutId === payout) &&
    (source === undefined || transaction.sourceId === source) &&
    (type === undefined || transaction.type === type),
  expansions: sourceExpansions,
});

const payoutExpansions: Expansions = new Map(
  ['balance_transaction', 'failure_balance_transaction'].map((field) => [
    field,
    ({ store, clock }, payout) => {
      const transaction = store.balanceTransactions.get(String(payout[field]));
      return transaction ? { [field]: balanceTransactionToWire(transaction, clock.nowSeconds()) } : {};
    },
  ]),
);

const payoutEndpoints = readEndpoints({
  path: '/v1/payouts',
  kind: 'payout',
  collection: ({ store }) => store.payouts,
  toWire: (_sandbox, payout) => payoutToWire(payout),
  listParameters: z.strictObject({
    ...pageParameters,
    created: formCreated.optional(),
    status: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']).optional(),
  }),
  isIncluded: (payout, { status }) => status === undefined || payout.status === status,
  expansions: payoutExpansions,
});

/** The balance, its transactions, and the payouts to the bank. */
export const balanceEndpoints: readonly Endpoint[] = [readBalance, ...balanceTransactionEndpoints, ...payoutEndpoints];
