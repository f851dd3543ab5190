import type { FastifyInstance } from 'fastify';
import { splitEndpoints } from '#contract/endpoints/split.ts';
import { receiptNotFound } from '#contract/receipt.ts';
import type { Deps } from '#server/deps.ts';
import { cachedResponse } from '#server/http/entity-tag.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { findSplit, toFeeTerms } from './find-split.ts';

/** Registers the endpoints for the expected fee terms before a payment, and for the split of a donation after it. */
export function splitRoutes(app: FastifyInstance, deps: Deps): void {
  const { fees, paypal } = deps.config;
  cachedResponse(app, splitEndpoints.getFeeTerms, () => ({
    version: 'configured', // changes only when the server restarts
    response: () => ({ card: toFeeTerms(fees.card), paypal: paypal ? toFeeTerms(fees.paypal) : null }),
  }));
  registerEndpoint(app, deps, splitEndpoints.getSplit, async ({ params, user, reply }) => {
    const split = await findSplit(deps, params.id, user?.id ?? null);
    return split ?? sendRefusal(reply, 'donation_not_found', receiptNotFound);
  });
}
