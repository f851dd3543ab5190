import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxConfig } from '../config.ts';
import { StripeError, errorBody, unrecognizedUrl } from '../stripe/error.ts';

/**
 * Protects the operator's page and calls. In production they need the operator's token, and do not exist if none is configured.
 * Elsewhere they respond only to this machine, under a local name. Browsers cannot make the calls for pages of other sites.
 */
export function operatorGuard({ isProduction, operatorToken }: SandboxConfig) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!(isProduction ? hasToken(request, operatorToken) : isLocal(request))) {
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

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  return token !== undefined && timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns true if a program on this machine sent a request to a local name. A proxy passes the public name, or adds a header. */
function isLocal({ headers, socket }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isForwarded = Object.keys(headers).some((name) => forwardingHeaders.test(name));
  return (address === '::1' || address.startsWith('127.')) && localHost.test(headers.host ?? '') && !isForwarded;
}

const localHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d*)?$/i;
const forwardingHeaders = /^(forwarded|via|x-forwarded-.*|x-real-ip)$/;
