import { z } from 'zod';
import { noSuchResource } from '../error.ts';
import { link } from '../wire.ts';
import { disputeInList, disputeToWire } from '../wire-dispute.ts';
import { parseInput, type PayPalEndpoint } from './call.ts';
import { requireFeature } from './features.ts';

/** `GET /v1/customer/disputes/{id}`. */
export const readDispute: PayPalEndpoint = (sandbox, { id }) => {
  requireFeature(sandbox, 'customer_disputes');
  const dispute = sandbox.store.paypalDisputes.get(id);
  if (!dispute) throw noSuchResource('There is no such dispute.');
  return { status: 200, body: disputeToWire(sandbox, dispute) };
};

const listSchema = z.object({ page_size: z.coerce.number().int().min(1).max(50).default(10) });

/** `GET /v1/customer/disputes`: the newest ones. */
export const listDisputes: PayPalEndpoint = (sandbox, { query }) => {
  requireFeature(sandbox, 'customer_disputes');
  const { page_size: size } = parseInput(listSchema, query);
  const disputes = sandbox.store.paypalDisputes.newestFirst().slice(0, size);
  const self = link(sandbox.config.publicUrl, `/v1/customer/disputes?page_size=${size}`, 'self', 'GET');
  return { status: 200, body: { items: disputes.map((dispute) => disputeInList(sandbox, dispute)), links: [self] } };
};
