import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { noPayoutProof } from '#contract/journey.ts';
import { receiptNotFound } from '#contract/receipt.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { cacheCoverTrees, provePayout, readCoverTree } from '#server/public-log/index.ts';
import { findReadableDonation } from '#server/receipts/index.ts';
import { readJourney } from './read-journey.ts';

/** Registers the endpoints for the journey of a donation. Everyone who may see the receipt may see the journey. */
export function journeyRoutes(app: FastifyInstance, deps: Deps): void {
  const sources = { db: deps.db.read, readCoverTree: cacheCoverTrees(readCoverTree, cachedLeavesMax) };
  registerEndpoint(app, deps, endpoints.getJourney, async ({ params, user, reply }) => {
    const donation = await findReadableDonation(deps.db.read, params.id, user?.id ?? null);
    if (!donation) return sendRefusal(reply, 'donation_not_found', receiptNotFound);
    return readJourney(deps, donation);
  });
  registerEndpoint(app, deps, endpoints.getPayoutProof, async ({ params, user, reply }) => {
    const donation = await findReadableDonation(deps.db.read, params.id, user?.id ?? null);
    if (!donation) return sendRefusal(reply, 'donation_not_found', receiptNotFound);
    return (await provePayout(sources, donation.id)) ?? sendRefusal(reply, 'not_found', noPayoutProof);
  });
}

/**
 * The size of the cache: ten payouts of the largest size, in 6 MB. The donors of a payout get emails at about the same time, so
 * many of them look at it at the same time.
 */
const cachedLeavesMax = 100_000;
