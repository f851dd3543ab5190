import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { Refusal } from './error-reply.ts';

/**
 * Returns a refusal for an unsafe request unless it comes from our own pages: the browser's `Sec-Fetch-Site` or `Origin` must
 * say so, and neither may contradict it. Webhooks are authenticated by their signature, a mail program's one-click
 * unsubscription by the token in its address, and an API call by its token, which no other site can make a browser send.
 */
export function checkOrigin(request: FastifyRequest, config: Config): Refusal | undefined {
  if (safeMethods.has(request.method) || authenticatedOtherwise.test(request.url)) return undefined;
  if (hasBearer(request)) return undefined;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isConfirmed = site === 'same-origin' || (origin !== undefined && isOwnOrigin(origin, config));
  const isContradicted =
    (site !== undefined && site !== 'same-origin') || (origin !== undefined && !isOwnOrigin(origin, config));
  return isConfirmed && !isContradicted
    ? undefined
    : new Refusal('foreign_origin', 'This request did not come from our site.');
}

/** Returns true if an API call sends a token, valid or not. Its cookies are then ignored. */
export const hasBearer = ({ url, headers }: FastifyRequest): boolean =>
  url.startsWith('/api/') && /^bearer /i.test(headers.authorization ?? '');

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const authenticatedOtherwise = /^\/(api\/webhooks|newsletter\/unsubscribe)\//;

/**
 * Returns true if an origin is that of PUBLIC_URL. If PUBLIC_URL is on this machine, every loopback name with its port counts.
 */
export function isOwnOrigin(origin: string, config: Pick<Config, 'publicUrl'>): boolean {
  if (origin === config.publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  const own = new URL(config.publicUrl);
  return (
    given.protocol === own.protocol &&
    given.port === own.port &&
    loopbackNames.has(given.hostname) &&
    loopbackNames.has(own.hostname)
  );
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);
