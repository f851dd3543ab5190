import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';

/** The contact form. */
export function contactRoutes(_app: FastifyInstance, _deps: Deps): void {}
