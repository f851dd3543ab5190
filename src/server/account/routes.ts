import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';

/** A donor's own account: profile, address, password, devices, data, deletion. */
export function accountRoutes(_app: FastifyInstance, _deps: Deps): void {}
