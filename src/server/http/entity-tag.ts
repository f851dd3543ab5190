import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The tag of a body: the same bytes have the same tag. */
export const entityTag = (body: Buffer | string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Whether the caller has these bytes already. Tags that a proxy made weak, and lists of tags, count too. */
export const isUnchanged = (request: FastifyRequest, tag: string): boolean =>
  (request.headers['if-none-match'] ?? '').includes(tag);
