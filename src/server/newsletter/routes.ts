import type { FastifyInstance } from 'fastify';
import { newsletterSentences } from '#contract/newsletter.ts';
import { newsletterEndpoints } from '#contract/newsletter-endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { confirmSubscription } from './confirm-subscription.ts';
import { oneClickRoutes } from './one-click-routes.ts';
import { subscribe } from './subscribe.ts';
import { subscribersCsv } from './subscribers-csv.ts';
import { unsubscribe } from './unsubscribe.ts';

/** The newsletter: asking for it, confirming it, leaving it, and the list of those who are to have it. */
export async function newsletterRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  registerEndpoint(app, deps, newsletterEndpoints.subscribe, async ({ body }) => {
    await subscribe(deps, body.email);
    return {};
  });
  registerEndpoint(app, deps, newsletterEndpoints.confirmSubscription, async ({ body, reply }) => {
    const { code } = await confirmSubscription(deps, body.token);
    return code === 'confirmed' ? {} : sendRefusal(reply, code, newsletterSentences.linkInvalid);
  });
  registerEndpoint(app, deps, newsletterEndpoints.unsubscribe, async ({ body, reply }) => {
    const { code } = await unsubscribe(deps, body.token);
    return code === 'unsubscribed' ? {} : sendRefusal(reply, code, newsletterSentences.linkInvalid);
  });
  registerEndpoint(app, deps, newsletterEndpoints.downloadSubscribers, async ({ reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="subscribers.csv"');
    return subscribersCsv(deps.db.read);
  });
  await app.register(async (scope) => oneClickRoutes(scope, deps));
}
