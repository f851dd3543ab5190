import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { ErrorCode } from '#contract/error.ts';
import { paypalSentences } from '#contract/paypal.ts';
import type { Config } from '#server/config/config.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { isOwnOrigin } from '#server/http/same-origin.ts';
import { idempotencyKeyOf, registerEndpoint } from '#server/http/register-endpoint.ts';
import { subjectsOf } from '#server/payments/index.ts';
import { browserKeyOf, checkoutBrowser, issueBrowserKey, paypalBrowser } from './browser-key.ts';
import { capturePayPalOrder } from './capture-paypal-order.ts';
import { createCheckoutSession } from './create-checkout-session.ts';
import { createPayPalOrder } from './create-paypal-order.ts';

/** `POST /api/create-checkout-session` (spec 7). */
export function checkoutRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.createCheckoutSession, async ({ body, user, request, reply }) => {
    const key = idempotencyKeyOf(request);
    const browserKey = key === undefined ? undefined : issueBrowserKey(deps, request, reply, checkoutBrowser);
    const subjects = subjectsOf(deps.config, { address: request.ip, browserKey, donorId: user?.id });
    const requester = { key, donorId: user?.id ?? null, donorEmail: user?.email, browserKey, subjects };
    const outcome = await createCheckoutSession(deps, body, requester);
    deps.metrics.checkouts.inc({ outcome: outcome.code });
    if (outcome.code !== 'opened') return refuse(deps, reply, outcome);
    return { url: outcome.url, ...(outcome.isSettled ? { isSettled: true } : {}) };
  });
}

/** The three endpoints of the PayPal page (spec 7). They return 404 if PayPal is not configured. */
export function paypalRoutes(app: FastifyInstance, deps: Deps): void {
  const { paypal } = deps;

  registerEndpoint(app, deps, endpoints.setUpPayPal, async ({ request, reply }) => {
    if (!paypal) return sendRefusal(reply, 'not_found', paypalSentences.notOffered);
    const issued = await paypal.createClientToken();
    if (issued.code === 'unavailable') {
      request.log.error({ detail: issued.detail }, 'PayPal issued no client token');
      return sendRefusal(reply, 'provider_unavailable', paypalSentences.unavailable);
    }
    issueBrowserKey(deps, request, reply, paypalBrowser);
    return { clientToken: issued.clientToken, webSdkUrl: paypal.webSdkUrl };
  });

  registerEndpoint(app, deps, endpoints.createPayPalOrder, async ({ body, user, request, reply }) => {
    if (!paypal) return sendRefusal(reply, 'not_found', paypalSentences.notOffered);
    const browserKey = issueBrowserKey(deps, request, reply, paypalBrowser);
    const outcome = await createPayPalOrder(deps, paypal, body, {
      key: idempotencyKeyOf(request),
      donorId: user?.id ?? null,
      browserKey,
      subjects: subjectsOf(deps.config, { address: request.ip, browserKey, donorId: user?.id }),
      siteUrl: siteUrlOf(request, deps.config),
    });
    deps.metrics.checkouts.inc({ outcome: outcome.code });
    if (outcome.code !== 'opened') return refuse(deps, reply, outcome);
    return { id: outcome.orderId };
  });

  registerEndpoint(app, deps, endpoints.capturePayPalOrder, async ({ params, user, request, reply }) => {
    if (!paypal) return sendRefusal(reply, 'not_found', paypalSentences.notOffered);
    const requester = { browserKey: browserKeyOf(request, paypalBrowser), donorId: user?.id };
    const outcome = await capturePayPalOrder(deps, paypal, params.orderId, requester);
    if (outcome.code !== 'captured') return refuse(deps, reply, outcome);
    return { id: params.orderId, status: outcome.status, url: outcome.url };
  });
}

/** Sends a refusal, with the seconds to wait if it is temporary. */
function refuse(
  { clock }: Deps,
  reply: FastifyReply,
  refusal: { readonly code: ErrorCode; readonly sentence: string; readonly retryAt?: Date },
): FastifyReply {
  const { code, sentence, retryAt } = refusal;
  if (retryAt) reply.header('retry-after', Math.ceil((retryAt.getTime() - clock.now().getTime()) / 1000));
  return sendRefusal(reply, code, sentence);
}

/** The site's address as this browser sees it. On a developer's machine several names work, each with its own cookies. */
const siteUrlOf = ({ headers: { origin } }: FastifyRequest, config: Config): string =>
  origin !== undefined && isOwnOrigin(origin, config) ? origin : config.publicUrl;
