import type { FastifyRequest } from 'fastify';
import { idempotencyKeyHeader } from '#contract/endpoint.ts';
import { Refusal } from './error-reply.ts';

/** The page's key, which turns a repeated request into the same one. Throws a Refusal when it is malformed. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[idempotencyKeyHeader];
  const isMalformed = key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key));
  if (isMalformed) throw new Refusal('invalid_request', 'The Idempotency-Key must be 8 to 200 visible characters.');
  return key;
}
