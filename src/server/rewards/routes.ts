import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { findRewards } from './find-rewards.ts';

/** `GET /api/rewards` (spec 7). */
export function rewardRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.getRewards, async ({ user }) => findRewards(deps, user));
}
