import { z } from 'zod';
import { formCreated, pageParameters } from '../stripe-parameters/form-values.ts';
import { disputeToWire, fraudWarningToWire } from '../stripe-wire/dispute.ts';
import { readOnlyResource } from './read-only-resource.ts';

const listParameters = z.strictObject({
  ...pageParameters,
  created: formCreated.optional(),
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
});

interface AboutPayment {
  readonly chargeId: string;
  readonly paymentIntentId: string;
}

const isAbout = (
  record: AboutPayment,
  { charge, payment_intent: intent }: { charge?: string | undefined; payment_intent?: string | undefined },
): boolean =>
  (charge === undefined || record.chargeId === charge) && (intent === undefined || record.paymentIntentId === intent);

/** Disputes, which only the operator opens and decides. */
export const disputeEndpoints = readOnlyResource({
  path: '/v1/disputes',
  kind: 'dispute',
  table: (sandbox) => sandbox.store.disputes,
  toWire: disputeToWire,
  listParameters,
  isWanted: isAbout,
});

/** Early fraud warnings, which only the operator gives. */
export const fraudWarningEndpoints = readOnlyResource({
  path: '/v1/radar/early_fraud_warnings',
  kind: 'radar.early_fraud_warning',
  table: (sandbox) => sandbox.store.fraudWarnings,
  toWire: fraudWarningToWire,
  listParameters,
  isWanted: isAbout,
});
