import type { FastifyInstance } from 'fastify';

/** Many programs name JSON as the content type of a request without a body: it counts as having none, and is no error by itself. */
export function acceptEmptyBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text === '') done(null);
    else void parseJson(request, text, done);
  });
}
