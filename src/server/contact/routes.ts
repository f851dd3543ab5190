import type { FastifyInstance } from 'fastify';
import { contactEndpoints } from '#contract/contact-endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { keepMessage } from './keep-message.ts';

/** The contact form (spec 7). */
export function contactRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, contactEndpoints.sendContactMessage, async ({ body }) => {
    await keepMessage(deps, body);
    return {};
  });
}
