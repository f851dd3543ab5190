import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { DatabaseUnavailable } from '#server/db/database.ts';
import { tryToWrite } from '#server/db/try-to-write.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '../error-reply.ts';
import { isOperator } from './operator-access.ts';

/** Says whether the process is shutting down. */
export interface Draining {
  readonly isDraining: boolean;
}

/** `/healthz` (the process is alive), `/readyz` (it can serve), `/metrics` (for the operator). */
export function operationRoutes(app: FastifyInstance, deps: Deps, state: Draining): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = !state.isDraining && (await isDatabaseReady(deps)) && (await isSandboxReady(deps));
    return isReady ? { status: 'ready' } : sendRefusal(reply, 'unavailable', 'Not ready.');
  });
  app.get('/metrics', async (request, reply) => {
    if (!isOperator(request, deps.config, deps.config.metricsToken)) {
      reply.callNotFound();
      return reply;
    }
    return reply.header('content-type', deps.metrics.registry.contentType).send(await deps.metrics.read());
  });
}

/**
 * Measures each request, and logs it unless its route is quiet: its method, route pattern, status and time, but never a query
 * string, a name or a token.
 */
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

/** Monitoring requests these all the time, so they are neither logged nor traced. */
export const quietRoutes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Migrations and seed run before the server listens, so stored charities and a successful write are proof enough. */
async function isDatabaseReady(deps: Deps): Promise<boolean> {
  try {
    const { rows } = await sql<{ count: number }>`select count(*) as count from charities`.execute(deps.db.read);
    await tryToWrite(deps.db);
    return (rows[0]?.count ?? 0) > 0;
  } catch (error) {
    deps.log.error({ err: error instanceof DatabaseUnavailable ? error.cause : error }, 'the database cannot be used');
    return false;
  }
}

async function isSandboxReady(deps: Deps): Promise<boolean> {
  const base = deps.config.sandbox ? deps.config.stripe?.apiBase : undefined;
  if (!base) return true;
  try {
    const response = await fetch(new URL('/healthz', base), { signal: AbortSignal.timeout(sandboxTimeoutMs) });
    return response.ok;
  } catch {
    return false; // a sandbox that is still starting refuses the connection
  }
}

const sandboxTimeoutMs = 2000;
