import type { FastifyRequest } from 'fastify';
import { Refusal } from './error-reply.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route keeps texts in a form that holds every character (`storesAnyText` of the endpoint table). */
    storesAnyText?: boolean;
  }
}

/**
 * The refusal of a body with texts that no database keeps as they are: NUL characters and halves of surrogate pairs, at any
 * depth. Not for routes that keep their texts in a form of their own.
 */
export const refusalOfUnstorableText = (request: FastifyRequest): Refusal | undefined =>
  request.body === undefined || request.routeOptions.config.storesAnyText === true || isStorable(request.body)
    ? undefined
    : new Refusal('invalid_request', 'The request has characters that cannot be stored.');

/** An explicit stack, since the depth of a body is the caller's choice. */
function isStorable(body: unknown): boolean {
  const waiting: unknown[] = [body];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return false;
    if (!isRecord(value) || Buffer.isBuffer(value)) continue;
    for (const [key, inner] of Object.entries(value)) waiting.push(key, inner);
  }
  return true;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
