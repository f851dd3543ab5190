import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { readBalances } from './read-balances.ts';

export function balanceRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.getBalances, () => readBalances(deps.db.read));
}
