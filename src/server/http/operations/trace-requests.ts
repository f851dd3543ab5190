import { finished } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import type { RequestSpan } from '#server/ports/tracing.ts';
import { quietRoutes } from './operation-routes.ts';

/**
 * Records each request as a span with method, route pattern and status, but never a URL, an address, a name or a token.
 * `request.id` leads to the lines of the request in the log.
 */
export function traceRequests(app: FastifyInstance, { tracing }: Pick<Deps, 'tracing'>): void {
  if (!tracing) return;
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url;
    if (route !== undefined && quietRoutes.has(route)) return done();
    const attributes = { 'http.request.method': method, 'request.id': request.id };
    const details =
      route === undefined
        ? { name: method, attributes }
        : { name: `${method} ${route}`, attributes: { ...attributes, 'http.route': route } };
    const span = tracing.beginRequest({ ...details, kind: 'server' }, traceparentOf(request));
    spans.set(request, span);
    finished(reply.raw, { readable: false }, (error) => {
      span.set({ 'http.response.status_code': reply.statusCode });
      if (error) span.fail('connection_closed');
      else if (reply.statusCode >= 500) span.fail(String(reply.statusCode));
      span.end();
    });
    return span.continue(done);
  });
  // The body arrives in events of the connection, outside the request's context, so the span must be continued.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.continue(done);
    else done();
  });
}

/**
 * The caller's `traceparent`, accepted only from a trusted proxy: otherwise anyone could have every request recorded. `ips`
 * lists the sender and the addresses that it forwards for, so it has a second address only if the sender is trusted.
 */
function traceparentOf({ ips = [], headers: { traceparent } }: FastifyRequest): string | undefined {
  return ips.length > 1 && typeof traceparent === 'string' ? traceparent : undefined;
}
