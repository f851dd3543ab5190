import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { entityTag, isUnchanged } from './entity-tag.ts';

/** An endpoint whose answer never changes while the server runs: serialized once, revalidated by its ETag. */
export function constantAnswer(app: FastifyInstance, endpoint: Endpoint, answer: unknown): void {
  const body = JSON.stringify(endpoint.answer.parse(answer)); // a text goes out in one piece with its headers, a buffer does not
  const length = String(Buffer.byteLength(body));
  const etag = entityTag(Buffer.from(body));
  app.get(endpoint.path, (request, reply) => {
    reply.header('etag', etag).header('cache-control', 'no-cache');
    if (isUnchanged(request, etag)) return reply.code(304).send();
    return reply.header('content-type', 'application/json; charset=utf-8').header('content-length', length).send(body);
  });
}
