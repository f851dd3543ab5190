import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { ChargeRecord } from '../state/records.ts';
import {
  expandParameter,
  formChoice,
  formCreated,
  formIntegerBetween,
  formMetadata,
  pageParameters,
} from '../stripe-parameters/form-values.ts';
import { createRefund } from '../stripe-payments/create-refund.ts';
import { invalidParameter, noSuch } from '../stripe/stripe-error.ts';
import { refundToWire } from '../stripe-wire/refund.ts';
import { endpoint } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { readOnlyResource } from './read-only-resource.ts';

const makeRefund = endpoint({
  method: 'POST',
  path: '/v1/refunds',
  parameters: z.strictObject({
    ...expandParameter,
    amount: formIntegerBetween(1, 99_999_999).optional(),
    charge: z.string().optional(),
    payment_intent: z.string().optional(),
    metadata: formMetadata.optional(),
    reason: formChoice(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  }),
  answers: { kind: 'refund' },
  check: (sandbox, parameters) => ({
    charge: chargeToRefund(sandbox, parameters.charge, parameters.payment_intent),
    amountMinor: parameters.amount ?? null,
    reason: parameters.reason ?? null,
    metadata: parameters.metadata ?? {},
  }),
  run: (sandbox, request, origin) => refundToWire(createRefund(sandbox, request, origin)),
});

function chargeToRefund(sandbox: Sandbox, chargeId: string | undefined, intentId: string | undefined): ChargeRecord {
  if (intentId === undefined) {
    if (chargeId === undefined) {
      throw invalidParameter(
        'payment_intent',
        'parameter_missing',
        'One of the following params should be provided for this request: payment_intent or charge.',
      );
    }
    const charge = sandbox.store.charges.get(chargeId);
    if (charge === undefined) throw noSuch('charge', chargeId, 'charge', 400);
    return charge;
  }
  const intent = sandbox.store.paymentIntents.get(intentId);
  if (intent === undefined) throw noSuch('payment_intent', intentId, 'payment_intent', 400);
  const charge = sandbox.store.charges.get(intent.chargeIds.at(-1) ?? '');
  if (charge !== undefined) return charge;
  throw invalidParameter(
    'payment_intent',
    'charge_not_refundable',
    `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
  );
}

/** Refunds: create, read, list. */
export const refundEndpoints: readonly Endpoint[] = [
  makeRefund,
  ...readOnlyResource({
    path: '/v1/refunds',
    kind: 'refund',
    table: (sandbox) => sandbox.store.refunds,
    toWire: (_sandbox, refund) => refundToWire(refund),
    listParameters: z.strictObject({
      ...pageParameters,
      created: formCreated.optional(),
      charge: z.string().optional(),
      payment_intent: z.string().optional(),
    }),
    isWanted: (refund, { charge, payment_intent: intent }) =>
      (charge === undefined || refund.chargeId === charge) &&
      (intent === undefined || refund.paymentIntentId === intent),
  }),
];
