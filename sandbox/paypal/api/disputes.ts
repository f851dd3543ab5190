import { noSuchResource } from '../error.ts';
import { disputeToWire } from '../wire-dispute.ts';
import type { PayPalEndpoint } from './call.ts';

/** `GET /v1/customer/disputes/{id}`. */
export const readDispute: PayPalEndpoint = (sandbox, { id }) => {
  const dispute = sandbox.store.paypalDisputes.get(id);
  if (!dispute) throw noSuchResource('There is no such dispute.');
  return { status: 200, body: disputeToWire(sandbox, dispute) };
};
