import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';

/** Documents to keep: receipts and the yearly report. */
export function reportRoutes(_app: FastifyInstance, _deps: Deps): void {}
