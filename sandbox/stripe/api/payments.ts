import { z } from 'zod';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { invalidParameter, noSuch } from '../error.ts';
import {
  expandParameter,
  formChoice,
  formCreated,
  formIntegerBetween,
  formMetadata,
  pageParameters,
} from '../parameters/form-values.ts';
import { createRefund } from '../payments/refund.ts';
import type { ChargeRecord } from '../records.ts';
import { balanceTransactionToWire } from '../wire/balance.ts';
import { chargeToWire, refundToWire } from '../wire/charge.ts';
import { disputeToWire, fraudWarningToWire } from '../wire/dispute.ts';
import { endpoint, type Endpoint } from './endpoint.ts';
import { readEndpoints } from './resource.ts';

const listParameters = { ...pageParameters, created: formCreated.optional() };
const byPayment = { charge: z.string().optional(), payment_intent: z.string().optional() };

interface PaymentFilter {
  readonly charge?: string | undefined;
  readonly payment_intent?: string | undefined;
}

/** Returns true if a refund, dispute or warning belongs to the payment that a list is filtered by. */
const matchesPayment = (
  { chargeId, paymentIntentId }: { readonly chargeId: string; readonly paymentIntentId: string },
  { charge, payment_intent: intent }: PaymentFilter,
): boolean => (charge === undefined || chargeId === charge) && (intent === undefined || paymentIntentId === intent);

const chargeEndpoints = readEndpoints({
  path: '/v1/charges',
  kind: 'charge',
  collection: ({ store }) => store.charges,
  toWire: (_sandbox, charge) => chargeToWire(charge),
  listParameters: z.strictObject({ ...listParameters, payment_intent: z.string().optional() }),
  isIncluded: (charge, { payment_intent: id }) => id === undefined || charge.paymentIntentId === id,
  expansions: new Map([
    [
      'balance_transaction',
      ({ store, clock }, { balance_transaction: id }) => {
        const transaction = store.balanceTransactions.get(String(id));
        if (transaction === undefined) return {};
        return { balance_transaction: balanceTransactionToWire(transaction, clock.nowSeconds()) };
      },
    ],
  ]),
});

const refundPayment = endpoint({
  method: 'POST',
  path: '/v1/refunds',
  parameters: z.strictObject({
    ...expandParameter,
    ...byPayment,
    amount: formIntegerBetween(1, 99_999_999).optional(),
    metadata: formMetadata.optional(),
    reason: formChoice(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  }),
  check: (sandbox, parameters) => ({
    charge: chargeToRefund(sandbox, parameters),
    amountMinor: parameters.amount ?? null,
    reason: parameters.reason ?? null,
    metadata: parameters.metadata ?? {},
  }),
  run: (sandbox, request, origin) => refundToWire(createRefund(sandbox, request, origin)),
});

function chargeToRefund(
  { store }: Sandbox,
  { charge: chargeId, payment_intent: intentId }: PaymentFilter,
): ChargeRecord {
  if (intentId === undefined) {
    if (chargeId === undefined) {
      const message = 'One of the following params should be provided for this request: payment_intent or charge.';
      throw invalidParameter('payment_intent', 'parameter_missing', message);
    }
    const charge = store.charges.get(chargeId);
    if (charge === undefined) throw noSuch('charge', chargeId, 'charge', 400);
    return charge;
  }
  const intent = store.paymentIntents.get(intentId);
  if (intent === undefined) throw noSuch('payment_intent', intentId, 'payment_intent', 400);
  const charge = store.charges.get(intent.chargeIds.at(-1) ?? '');
  if (charge !== undefined) return charge;
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
  throw invalidParameter('payment_intent', 'charge_not_refundable', message);
}

const refundEndpoints = readEndpoints({
  path: '/v1/refunds',
  kind: 'refund',
  collection: ({ store }) => store.refunds,
  toWire: (_sandbox, refund) => refundToWire(refund),
  listParameters: z.strictObject({ ...listParameters, ...byPayment }),
  isIncluded: (refund, filter) => matchesPayment(refund, filter),
});

/** Disputes can only be read: the operator opens and decides them. */
const disputeEndpoints = readEndpoints({
  path: '/v1/disputes',
  kind: 'dispute',
  collection: ({ store }) => store.disputes,
  toWire: disputeToWire,
  listParameters: z.strictObject({ ...listParameters, ...byPayment }),
  isIncluded: matchesPayment,
});

const fraudWarningEndpoints = readEndpoints({
  path: '/v1/radar/early_fraud_warnings',
  kind: 'radar.early_fraud_warning',
  collection: ({ store }) => store.fraudWarnings,
  toWire: fraudWarningToWire,
  listParameters: z.strictObject({ ...listParameters, ...byPayment }),
  isIncluded: matchesPayment,
});

/** Charges, refunds, disputes and early fraud warnings. */
export const paymentEndpoints: readonly Endpoint[] = [
  ...chargeEndpoints,
  refundPayment,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...fraudWarningEndpoints,
];
