import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { paypalSentences } from '#contract/paypal.ts';
import type { Catalogue } from '#server/catalogue/index.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { isOwnOrigin } from '#server/http/own-origin.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { browserKeyOf, giveBrowserKey } from './browser-key.ts';
import { capturePayPalOrder } from './capture-paypal-order.ts';
import { createPayPalOrder } from './create-paypal-order.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';

/** The three calls of the PayPal page (spec 7). Where PayPal is not offered there is nothing at their addresses. */
export function paypalRoutes(app: FastifyInstance, deps: Deps, catalogue: Catalogue): void {
  const { paypal } = deps;

  registerEndpoint(app, deps, endpoints.setUpPayPal, async ({ request, reply }) => {
    if (!paypal) return sendRefusal(reply, 'not_found', paypalSentences.notOffered);
    const made = await paypal.makeClientToken();
    if (made.code === 'unavailable') {
      request.log.error({ detail: made.detail }, 'PayPal gave no token for a page');
      return sendRefusal(reply, 'provider_unavailable', paypalSentences.unavailable);
    }
    giveBrowserKey(deps, request, reply);
    return { clientToken: made.clientToken, webSdkUrl: paypal.webSdkUrl };
  });

  registerEndpoint(app, deps, endpoints.createPayPalOrder, async ({ body, user, request, reply }) => {
    if (!paypal) return sendRefusal(reply, 'not_found', paypalSentences.notOffered);
    const key = idempotencyKeyOf(request);
    const browserKey = giveBrowserKey(deps, request, reply);
    const siteUrl = siteUrlOf(request, deps.config);
    const asker = { key, donorId: user?.id ?? null, browserKey, siteUrl };
    const outcome = await createPayPalOrder(deps, paypal, catalogue, body, asker);
    deps.metrics.checkouts.inc({ outcome: outcome.code });
    if (outcome.code !== 'opened') return sendRefusal(reply, outcome.code, outcome.sentence);
    return { id: outcome.orderId };
  });

  registerEndpoint(app, deps, endpoints.capturePayPalOrder, async ({ params, user, request, reply }) => {
    if (!paypal) return sendRefusal(reply, 'not_found', paypalSentences.notOffered);
    const capturer = { browserKey: browserKeyOf(request), donorId: user?.id };
    const outcome = await capturePayPalOrder(deps, paypal, params.orderId, capturer);
    if (outcome.code !== 'captured') return sendRefusal(reply, outcome.code, outcome.sentence);
    return { id: params.orderId, status: outcome.status, url: outcome.url };
  });
}

/** The site as this browser knows it: on the machine itself it may be called by several names, each with a store of its own. */
const siteUrlOf = ({ headers: { origin } }: FastifyRequest, config: Config): string =>
  origin !== undefined && isOwnOrigin(origin, config) ? origin : config.publicUrl;
