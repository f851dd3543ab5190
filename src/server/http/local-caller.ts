import type { FastifyRequest } from 'fastify';

/** Whether a call comes from this very machine, and not through a proxy on it. */
export function isLocalCaller(request: FastifyRequest): boolean {
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return !isForwarded && (address === '::1' || address.startsWith('127.'));
}
