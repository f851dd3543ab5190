import type { FastifyInstance } from 'fastify';
import { idempotencyKeyHeader } from '#contract/checkout.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Catalogue } from '#server/catalogue/index.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { createCheckoutSession } from './create-checkout-session.ts';

/** `POST /api/create-checkout-session` (spec 7). */
export function checkoutRoutes(app: FastifyInstance, deps: Deps, catalogue: Catalogue): void {
  registerEndpoint(app, deps, endpoints.createCheckoutSession, async ({ body, user, request, reply }) => {
    const key = request.headers[idempotencyKeyHeader];
    const isOddKey = key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key));
    if (isOddKey)
      return sendRefusal(reply, 'invalid_request', 'The Idempotency-Key must be 8 to 200 visible characters.');
    const outcome = await createCheckoutSession(deps, catalogue, body, { key, donorId: user?.id ?? null });
    deps.metrics.checkouts.inc({ outcome: outcome.code });
    if (outcome.code !== 'opened') return sendRefusal(reply, outcome.code, outcome.sentence);
    return { url: outcome.url, ...(outcome.isSettled ? { isSettled: true } : {}) };
  });
}
