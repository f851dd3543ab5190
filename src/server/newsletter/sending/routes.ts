import type { FastifyInstance } from 'fastify';
import { newslettersSentences } from '#contract/admin/newsletters.ts';
import { newslettersEndpoints } from '#contract/endpoints/admin/newsletters.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { pauseOrResume } from './pause-sending.ts';
import { startSending } from './start-sending.ts';

/** Sending newsletters, pausing and resuming them. */
export function sendingRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, newslettersEndpoints.sendNewsletter, async ({ params, body, user, reply }) => {
    const sending = await startSending(deps, { ...body, id: params.id, actor: user });
    switch (sending.code) {
      case 'started':
        return {};
      case 'not_found':
        return sendRefusal(reply, 'not_found', newslettersSentences.unknown);
      case 'outdated':
        return sendRefusal(reply, 'version_outdated', newslettersSentences.outdated);
      case 'already_sent':
        return sendRefusal(reply, 'newsletter_sent', newslettersSentences.sentBy(sending.startedBy));
      case 'no_mail_server':
        return sendRefusal(reply, 'no_mail_server', newslettersSentences.noMailServer);
      case 'no_postal_address':
        return sendRefusal(reply, 'newsletter_not_ready', newslettersSentences.noAddress);
      case 'no_subscribers':
        return sendRefusal(reply, 'newsletter_not_ready', newslettersSentences.noSubscribers);
    }
  });
  registerEndpoint(app, deps, newslettersEndpoints.pauseNewsletter, async ({ params, body, user, reply }) => {
    const { code } = await pauseOrResume(deps, 'paused', { ...body, id: params.id, actor: user });
    if (code === 'not_offered') return sendRefusal(reply, 'action_not_offered', newslettersSentences.notSending);
    return code === 'changed' ? {} : sendRefusal(reply, code, newslettersSentences.unknown);
  });
  registerEndpoint(app, deps, newslettersEndpoints.resumeNewsletter, async ({ params, body, user, reply }) => {
    const { code } = await pauseOrResume(deps, 'sending', { ...body, id: params.id, actor: user });
    if (code === 'not_offered') return sendRefusal(reply, 'action_not_offered', newslettersSentences.notPaused);
    return code === 'changed' ? {} : sendRefusal(reply, code, newslettersSentences.unknown);
  });
}
