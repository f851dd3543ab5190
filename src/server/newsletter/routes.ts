import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { newslettersSentences } from '#contract/admin/newsletters.ts';
import { newslettersEndpoints } from '#contract/endpoints/admin/newsletters.ts';
import { newsletterSentences } from '#contract/newsletter.ts';
import { newsletterEndpoints } from '#contract/endpoints/newsletter.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { createDownloads } from '#server/http/files/downloads.ts';
import { sendFile } from '#server/http/files/send-file.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { recordAlone } from '#server/staff/index.ts';
import { unsubscribePath } from './confirmation-mail.ts';
import { draftRoutes } from './drafts/routes.ts';
import { sendingRoutes } from './sending/routes.ts';
import { eraseSubscriber } from './erase-subscriber.ts';
import { exportSubscribers } from './subscribers-csv.ts';
import { confirmSubscription, subscribe, unsubscribe } from './subscriptions.ts';

/** Subscribing, confirming and unsubscribing, the list of subscribers, and the newsletters sent to them. */
export async function newsletterRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const downloads = createDownloads();
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
  registerEndpoint(app, deps, newsletterEndpoints.downloadSubscribers, async ({ user, reply }) => {
    const subject = { kind: 'newsletter', id: 'subscribers' } as const;
    const record = () => recordAlone(deps, { actor: user, action: 'subscribers_downloaded', subject });
    const start = () => downloads.start(user.id, exportSubscribers(deps.db.patient.read, downloads.runExclusive));
    return sendFile(reply, { name: 'subscribers.csv', type: 'text/csv', start, record });
  });
  registerEndpoint(app, deps, newslettersEndpoints.eraseSubscriber, async ({ body, user, reply }) => {
    const { code } = await eraseSubscriber(deps, { ...body, actor: user });
    return code === 'erased' ? {} : sendRefusal(reply, code, newslettersSentences.subscriberUnknown);
  });
  draftRoutes(app, deps);
  sendingRoutes(app, deps);
  await app.register(async (scope) => oneClickRoutes(scope, deps));
}

/**
 * The POST that mail programs send to unsubscribe their user (RFC 8058): a form from any origin, without cookies, in which
 * only the token in the path counts. It has its own Fastify scope, because no other route accepts forms.
 */
async function oneClickRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(formTypes, { parseAs: 'buffer' }, (_request, _form, done) => done(null));
  scope.post(unsubscribePath, async (request, reply) => {
    const { token } = z.object({ token: z.string() }).parse(request.params);
    const { code } = await unsubscribe(deps, token);
    if (code === 'link_invalid') return sendRefusal(reply, 'not_found', 'There is no such subscription.');
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('You are unsubscribed.\n');
  });
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];
