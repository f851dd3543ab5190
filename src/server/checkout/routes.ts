import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { Catalogue } from '#server/catalogue/index.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { createCheckoutSession } from './create-checkout-session.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';

/** `POST /api/create-checkout-session` (spec 7). */
export function checkoutRoutes(app: FastifyInstance, deps: Deps, catalogue: Catalogue): void {
  registerEndpoint(app, deps, endpoints.createCheckoutSession, async ({ body, user, request, reply }) => {
    const key = idempotencyKeyOf(request);
    const outcome = await createCheckoutSession(deps, catalogue, body, { key, donorId: user?.id ?? null });
    deps.metrics.checkouts.inc({ outcome: outcome.code });
    if (outcome.code !== 'opened') return sendRefusal(reply, outcome.code, outcome.sentence);
    return { url: outcome.url, ...(outcome.isSettled ? { isSettled: true } : {}) };
  });
}
