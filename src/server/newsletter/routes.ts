import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';

/** The newsletter: asking for it, confirming it, leaving it. */
export function newsletterRoutes(_app: FastifyInstance, _deps: Deps): void {}
