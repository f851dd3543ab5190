import type { FastifyReply, FastifyRequest } from 'fastify';
import { StripeError, errorBody, unrecognizedUrl } from '../stripe/stripe-error.ts';

/**
 * Keeps strangers from the operator's calls. In production they exist for loopback clients only, and not for what a
 * proxy on the same machine passes on; nowhere may another site's page make a browser send them.
 */
export function operatorGuard(isProduction: boolean) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isProduction && !isLoopback(request)) {
      await reply.code(404).send(errorBody(unrecognizedUrl(request.method, request.url.split('?', 1)[0] ?? '')));
      return;
    }
    const site = request.headers['sec-fetch-site'];
    if (request.method !== 'GET' && site !== undefined && site !== 'same-origin' && site !== 'none') {
      const refusal = new StripeError(403, 'invalid_request_error', 'This call cannot be made from another site.');
      await reply.code(403).send(errorBody(refusal));
    }
  };
}

function isLoopback(request: FastifyRequest): boolean {
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return !isForwarded && (address === '::1' || address.startsWith('127.'));
}
