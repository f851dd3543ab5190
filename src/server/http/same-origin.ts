import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { Refusal } from './error-reply.ts';
import { isOwnOrigin } from './own-origin.ts';

/**
 * The refusal of an unsafe request that does not show that it comes from our own pages: the browser's `Sec-Fetch-Site` or `Origin`
 * must say so, and neither may say otherwise (design 6). Webhooks prove themselves by their signature, and a mail program's
 * one-click unsubscription by the token in its address.
 */
export function refusalOfForeignOrigin(request: FastifyRequest, config: Config): Refusal | undefined {
  if (safeMethods.has(request.method) || provesItself.test(request.url)) return undefined;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isShown = site === 'same-origin' || (origin !== undefined && isOwnOrigin(origin, config));
  const isDenied =
    (site !== undefined && site !== 'same-origin') || (origin !== undefined && !isOwnOrigin(origin, config));
  return isShown && !isDenied ? undefined : new Refusal('foreign_origin', 'This request did not come from our site.');
}

const provesItself = /^\/(api\/webhooks|newsletter\/unsubscribe)\//;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
