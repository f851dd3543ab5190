import type { FastifyInstance } from 'fastify';
import { contactSentences } from '#contract/contact.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { contactEndpoints } from '#contract/endpoints/contact.ts';
import type { Deps } from '#server/deps.ts';
import { readPosition } from '#server/db/list-page.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { listMessages, markMessageRead } from './inbox.ts';
import { replyToMessage } from './reply-to-message.ts';
import { storeMessage } from './store-message.ts';

/** The contact form and the administrator's inbox (spec 7). */
export function messageRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, contactEndpoints.sendContactMessage, async ({ body }) => {
    await storeMessage(deps, body);
    return {};
  });
  registerEndpoint(app, deps, contactEndpoints.listMessages, async ({ request, reply }) => {
    const after = readPosition(request.query, 'msg');
    if (!after) return sendRefusal(reply, 'invalid_request', contactSentences.cursorInvalid);
    const { rows, nextCursor } = await listMessages(deps.db.read, after);
    if (nextCursor) reply.header(nextCursorHeader, nextCursor);
    return rows;
  });
  registerEndpoint(app, deps, contactEndpoints.markMessageRead, async ({ params, reply }) => {
    const { code } = await markMessageRead(deps, params.id);
    return code === 'read' ? {} : sendRefusal(reply, code, contactSentences.messageUnknown);
  });
  registerEndpoint(app, deps, contactEndpoints.replyToMessage, async ({ params, body, reply }) => {
    const { code } = await replyToMessage(deps, params.id, body.replyMessage);
    return code === 'replied' ? {} : sendRefusal(reply, code, contactSentences.messageUnknown);
  });
}
