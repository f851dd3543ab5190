import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';

/** One line and one measurement a request: method, route pattern, status, time. Never an address with its query, a name or a token. */
export function logRequests(app: FastifyInstance, deps: Deps): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { method } = request;
    const status = reply.statusCode;
    deps.metrics.requests.observe({ method, route, status: String(status) }, reply.elapsedTime / 1000);
    if (!quietRoutes.has(route))
      request.log.info({ method, route, status, ms: Math.ceil(reply.elapsedTime) }, 'request');
    done();
  });
}

const quietRoutes = new Set(['/healthz', '/readyz', '/metrics']);
