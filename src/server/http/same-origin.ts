import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { Refusal } from './error-reply.ts';
import { isOwnOrigin } from './own-origin.ts';

/**
 * Refuses unsafe requests that do not show that they come from our own pages: the browser's `Sec-Fetch-Site` or `Origin`
 * must say so, and neither may say otherwise (design 6). Webhooks prove themselves by their signature.
 */
export function assertSameOrigin(request: FastifyRequest, config: Config): void {
  if (safeMethods.has(request.method) || request.url.startsWith('/api/webhooks/')) return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isShown = site === 'same-origin' || (origin !== undefined && isOwnOrigin(origin, config));
  const isDenied =
    (site !== undefined && site !== 'same-origin') || (origin !== undefined && !isOwnOrigin(origin, config));
  if (!isShown || isDenied) throw new Refusal('foreign_origin', 'This request did not come from our site.');
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
