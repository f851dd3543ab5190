import type { FastifyInstance } from 'fastify';
import { transparencyEndpoints } from '#contract/endpoints/public/transparency.ts';
import { transparencySentences } from '#contract/public/transparency.ts';
import type { TransparencyPage } from '#domain/transparency/transparency-page.ts';
import type { Deps } from '#server/deps.ts';
import { entityTag, isUnchanged } from '#server/http/entity-tag.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import type { Transparency, TransparencyReader } from './read-transparency.ts';

/** Registers the endpoints for the figures of the transparency page and for their data file. */
export function transparencyRoutes(app: FastifyInstance, deps: Deps, read: TransparencyReader): void {
  registerEndpoint(app, deps, transparencyEndpoints.getTransparency, async ({ reply }) => {
    const found = await read();
    if (!found) return sendRefusal(reply, 'unavailable', transparencySentences.unavailable);
    return toResponse(pageOf(found));
  });
  registerEndpoint(app, deps, transparencyEndpoints.downloadTransparencyData, async ({ request, reply }) => {
    const found = await read();
    if (!found) return sendRefusal(reply, 'unavailable', transparencySentences.unavailable);
    const tag = entityTag(found.file);
    reply.headers({ 'cache-control': 'no-cache', etag: tag });
    if (isUnchanged(request, tag)) return reply.code(304).send();
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="transparency.json"',
      })
      .send(found.file);
  });
}

/** Returns the content of the page without the data file. */
export const pageOf = ({ file: _file, ...page }: Transparency): TransparencyPage => page;

/** Converts the content to the response. Copies lists, because the type of the response requires mutable ones. */
const toResponse = ({ figures, names, audit, ...page }: TransparencyPage) => ({
  ...page,
  figures: {
    ...figures,
    charities: [...figures.charities],
    currencies: [...figures.currencies],
    months: [...figures.months],
  },
  names: [...names],
  audit: audit && { ...audit, open: [...audit.open], ended: [...audit.ended] },
});
