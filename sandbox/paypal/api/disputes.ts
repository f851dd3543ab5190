import { z } from 'zod';
import { noSuchResource, PayPalError } from '../error.ts';
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

const listSchema = z.object({
  page_size: z.coerce.number().int().min(1).max(50).default(10),
  update_time_after: z.iso.datetime({ offset: true }).optional(),
  next_page_token: z.string().optional(),
});

const listedDays = 180;

/**
 * `GET /v1/customer/disputes`: the disputes that changed in the last 180 days, newest first. A page's token is the id of the
 * last dispute on the previous page.
 */
export const listDisputes: PayPalEndpoint = (sandbox, { query }) => {
  requireFeature(sandbox, 'customer_disputes');
  const { page_size: size, update_time_after: after, next_page_token: token } = parseInput(listSchema, query);
  const earliest = sandbox.clock.nowSeconds() - listedDays * 24 * 3600;
  const since = after === undefined ? earliest : Date.parse(after) / 1000;
  if (since < earliest) {
    throw new PayPalError(400, 'INVALID_REQUEST', 'The update_time_after must be within the last 180 days.');
  }
  const changed = sandbox.store.paypalDisputes.newestFirst().filter(({ updated }) => updated >= since);
  const start = token === undefined ? 0 : changed.findIndex(({ id }) => id === token) + 1;
  const disputes = changed.slice(start, start + size);
  const last = disputes.at(-1);
  const pathWith = (search: Record<string, string>): string => {
    const period = after === undefined ? {} : { update_time_after: after };
    return `/v1/customer/disputes?${new URLSearchParams({ page_size: String(size), ...period, ...search }).toString()}`;
  };
  const { publicUrl } = sandbox.config;
  const links = [link(publicUrl, pathWith({}), 'self', 'GET')];
  if (last && start + size < changed.length) {
    links.push(link(publicUrl, pathWith({ next_page_token: last.id }), 'next', 'GET'));
  }
  return { status: 200, body: { items: disputes.map((dispute) => disputeInList(sandbox, dispute)), links } };
};
