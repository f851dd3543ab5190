import type { FastifyInstance } from 'fastify';
import { contactSentences } from '#contract/contact.ts';
import { contactEndpoints } from '#contract/contact-endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { listMessages } from './list-messages.ts';
import { markMessageRead } from './mark-message-read.ts';
import { replyToMessage } from './reply-to-message.ts';

/** The administrator's inbox (spec 7). */
export function adminRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, contactEndpoints.listMessages, async () => listMessages(deps.db.read));
  registerEndpoint(app, deps, contactEndpoints.markMessageRead, async ({ params, reply }) => {
    const { code } = await markMessageRead(deps, params.id);
    return code === 'read' ? {} : sendRefusal(reply, code, contactSentences.messageGone);
  });
  registerEndpoint(app, deps, contactEndpoints.replyToMessage, async ({ params, body, reply }) => {
    const { code } = await replyToMessage(deps, params.id, body.replyMessage);
    return code === 'replied' ? {} : sendRefusal(reply, code, contactSentences.messageGone);
  });
}
