import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { createMoneyInReader } from './money-in.ts';
import { readToday } from './read-today.ts';

export function todayRoutes(app: FastifyInstance, deps: Deps): void {
  const readMoneyIn = createMoneyInReader(deps);
  registerEndpoint(app, deps, endpoints.getToday, () => readToday(deps));
  registerEndpoint(app, deps, endpoints.getMoneyIn, ({ query }) => readMoneyIn(query.by));
}
