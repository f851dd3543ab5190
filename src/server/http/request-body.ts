import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Upload } from '#contract/endpoint.ts';
import { Refusal } from './error-reply.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route stores text in a form that preserves every character (`storesAnyText` in the endpoint table). */
    storesAnyText?: boolean;
    /** The file that the route accepts instead of JSON (`upload` in the endpoint table). */
    upload?: Upload;
  }
}

/** Accepts requests with a JSON content type and no body, which many clients send. */
export function acceptEmptyBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text === '') done(null);
    else void parseJson(request, text, done);
  });
}

/** Accepts files of an upload's types as bodies in a scope, and no JSON. */
export function acceptUpload(scope: FastifyInstance, { types, bytesMax }: Upload): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...types], { parseAs: 'buffer', bodyLimit: bytesMax }, (_request, file, done) =>
    done(null, file),
  );
}

/** The file in a request's body; empty when there is none. */
export const uploadedFile = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/**
 * Returns a refusal for a body or a declared query with text that the databases cannot store or compare unchanged, at any
 * depth: NUL characters and lone surrogates.
 */
export function checkText({ body, query, routeOptions }: FastifyRequest): Refusal | undefined {
  const isBodyAccepted = routeOptions.config.storesAnyText === true || isStorable(body);
  const isQueryAccepted = routeOptions.schema?.querystring === undefined || isStorable(query);
  if (isBodyAccepted && isQueryAccepted) return undefined;
  return new Refusal('invalid_request', 'The request has characters that cannot be stored.');
}

/** Uses an explicit stack, because the caller chooses the depth of the content. */
function isStorable(content: unknown): boolean {
  const pending: unknown[] = [content];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return false;
    if (!isRecord(value) || Buffer.isBuffer(value)) continue;
    for (const [key, inner] of Object.entries(value)) pending.push(key, inner);
  }
  return true;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
