import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';

/** The ETag of a body: the same bytes have the same tag. */
export const entityTag = (body: Buffer | string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Whether the caller already has this body. Lists of tags and tags that a proxy weakened count too. */
export const isUnchanged = (request: FastifyRequest, tag: string): boolean =>
  (request.headers['if-none-match'] ?? '').includes(tag);

/** Serves an answer that never changes while the server runs: serialized once, revalidated by its ETag. */
export function constantAnswer(app: FastifyInstance, endpoint: Endpoint, answer: unknown): void {
  const body = JSON.stringify(endpoint.answer.parse(answer)); // a string is sent together with its headers, a buffer is not
  const length = String(Buffer.byteLength(body));
  const etag = entityTag(Buffer.from(body));
  app.get(endpoint.path, (request, reply) => {
    reply.header('etag', etag).header('cache-control', 'no-cache');
    if (isUnchanged(request, etag)) return reply.code(304).send();
    return reply.header('content-type', 'application/json; charset=utf-8').header('content-length', length).send(body);
  });
}
