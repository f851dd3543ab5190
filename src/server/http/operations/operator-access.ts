import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isLoopback, type Config } from '#server/config/config.ts';

/**
 * Returns true if a request may see a page for the operator. In production it needs the page's bearer token; if none is
 * configured, the page is closed. Elsewhere it must come from this machine.
 */
export const isOperator = (
  request: FastifyRequest,
  { isProduction }: Pick<Config, 'isProduction'>,
  token: string | undefined,
): boolean => (isProduction ? hasToken(request, token) : isLocal(request));

/** Compares digests, so that the time taken says nothing about the token or its length. */
function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  return token !== undefined && timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns true if a request was sent to this machine under a local name, and by a program on it. A proxy usually passes the
 * public name or adds a header. A page of another site can make its own name resolve to this machine (DNS rebinding), but it
 * cannot send a local name.
 */
function isLocal({ headers, socket }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const hostname = (headers.host ?? '').toLowerCase().replace(/:\d*$/, '');
  const isForwarded = Object.keys(headers).some((name) => forwardingHeaders.test(name));
  return (address === '::1' || address.startsWith('127.')) && isLoopback(hostname) && !isForwarded;
}

const forwardingHeaders = /^(forwarded|via|x-forwarded-.*|x-real-ip)$/;
