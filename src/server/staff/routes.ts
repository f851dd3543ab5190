import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { rightsOf } from '#domain/staff/rights.ts';
import type { Deps } from '#server/deps.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';

export function staffRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.getStaff, async ({ user: { id, username, staff_role: role } }) => ({
    id,
    username,
    role,
    rights: [...rightsOf[role]],
  }));
}
