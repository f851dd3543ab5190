import type { FastifyRequest } from 'fastify';
import { idempotencyKeyHeader } from '#contract/checkout.ts';
import { Refusal } from '#server/http/error-reply.ts';

/** The key that makes repeated clicks one checkout, if the page sent one. Throws a Refusal for one of another form. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[idempotencyKeyHeader];
  const isOdd = key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key));
  if (isOdd) throw new Refusal('invalid_request', 'The Idempotency-Key must be 8 to 200 visible characters.');
  return key;
}
