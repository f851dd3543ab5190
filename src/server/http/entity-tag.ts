import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentVersionHeader } from '#contract/catalogue.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Version } from '#domain/publishing/document-kind.ts';

/** The ETag of a body: the same bytes have the same tag. */
export const entityTag = (body: Buffer | string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Returns true if the caller already has this body. Lists of tags and tags that a proxy weakened count too. */
export const isUnchanged = (request: FastifyRequest, tag: string): boolean =>
  (request.headers['if-none-match'] ?? '').includes(tag);

/** An endpoint's current response, and a version that changes with it. */
interface VersionedResponse {
  readonly version: string;
  readonly response: () => unknown;
}

/** Serves a response that changes rarely: serialized when its version changes, revalidated by its ETag. */
export function cachedResponse(app: FastifyInstance, endpoint: Endpoint, read: () => VersionedResponse): void {
  let cached = serialize(endpoint, read());
  app.get(endpoint.path, { config: { isEndpoint: true } }, (request, reply) => {
    const present = read();
    if (present.version !== cached.version) cached = serialize(endpoint, present);
    return sendCached(request, reply, cached);
  });
}

/** Serves what staff have published, with the number of the version. */
export function cachedVersion<Document>(
  app: FastifyInstance,
  endpoint: Endpoint,
  current: () => Version<Document>,
  toResponse: (document: Document) => unknown,
): void {
  const write = ({ number, document }: Version<Document>) =>
    serialize(endpoint, { version: String(number), response: () => toResponse(document) });
  let [present, cached] = [current(), write(current())];
  app.get(endpoint.path, { config: { isEndpoint: true } }, (request, reply) => {
    const version = current();
    if (version !== present) [present, cached] = [version, write(version)];
    reply.header(contentVersionHeader, cached.version);
    return sendCached(request, reply, cached);
  });
}

type CachedResponse = ReturnType<typeof serialize>;

function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, length, body }: CachedResponse,
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'no-cache');
  if (isUnchanged(request, etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').header('content-length', length).send(body);
}

function serialize(endpoint: Endpoint, { version, response: respond }: VersionedResponse) {
  const body = JSON.stringify(endpoint.response.parse(respond())); // a string is sent together with its headers, a buffer is not
  return { version, body, length: String(Buffer.byteLength(body)), etag: entityTag(Buffer.from(body)) };
}
