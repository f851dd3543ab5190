import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';

/** The administrator's inbox. */
export function adminRoutes(_app: FastifyInstance, _deps: Deps): void {}
