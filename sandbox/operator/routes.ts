import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { advanceClock } from '../follow-clock.ts';

/** The operator's calls and page under `/_sandbox`. */
export function registerOperatorRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/_sandbox/clock', () => ({ now: sandbox.clock.nowSeconds(), offsetSeconds: sandbox.clock.offsetSeconds() }));
  app.post('/_sandbox/clock/advance', (request) => {
    advanceClock(sandbox, Number((request.body as { seconds: number }).seconds));
    return { now: sandbox.clock.nowSeconds(), offsetSeconds: sandbox.clock.offsetSeconds() };
  });
}
