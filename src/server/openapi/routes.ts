import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { entityTag, isUnchanged } from '#server/http/entity-tag.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { describeApi } from './describe-api.ts';

/** `GET /api/openapi.json`. Generated for the first caller, so that startup does not wait for it. */
export function openApiRoutes(app: FastifyInstance, deps: Deps): void {
  let written: { readonly body: string; readonly etag: string } | undefined;
  const write = () => {
    const body = JSON.stringify(describeApi(endpoints, deps.config.publicUrl));
    return { body, etag: entityTag(body) };
  };
  registerEndpoint(app, deps, endpoints.getOpenApi, async ({ request, reply }) => {
    written ??= write();
    reply.headers({ 'cache-control': 'no-cache', etag: written.etag });
    if (isUnchanged(request, written.etag)) return reply.code(304).send();
    return reply.header('content-type', 'application/json; charset=utf-8').send(written.body);
  });
}
