import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { sumImpact } from './sum-impact.ts';

/** `GET /api/impact` (spec 7). */
export function impactRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.getImpact, async ({ user }) => sumImpact(deps.db.read, user.id));
}
