import type { FastifyInstance } from 'fastify';
import { contactSentences } from '#contract/contact.ts';
import { detailsHeader, nextCursorHeader } from '#contract/endpoint.ts';
import { contactEndpoints } from '#contract/endpoints/contact.ts';
import type { Deps } from '#server/deps.ts';
import { readPosition } from '#server/db/list-page.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { deleteMessage, deleteNetworkMessages } from './delete-messages.ts';
import { listMessages, markMessageRead } from './inbox.ts';
import { replyToMessage } from './reply-to-message.ts';
import { storeMessage } from './store-message.ts';

/** The contact form, and the inbox of the team (spec 7). */
export function messageRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, contactEndpoints.sendContactMessage, async ({ body, request, reply }) => {
    const { code } = await storeMessage(deps, body, request.ip);
    if (code === 'stored') return {};
    reply.header('retry-after', retryAfterSeconds);
    return sendRefusal(reply, code, contactSentences.tooManyMessages);
  });
  registerEndpoint(app, deps, contactEndpoints.listMessages, async ({ query, request, reply }) => {
    const after = readPosition(query, 'msg');
    if (!after) return sendRefusal(reply, 'invalid_request', contactSentences.cursorInvalid);
    const { rows, nextCursor } = await listMessages(deps.db.read, after, request.headers[detailsHeader] !== undefined);
    if (nextCursor) reply.header(nextCursorHeader, nextCursor);
    return rows;
  });
  registerEndpoint(app, deps, contactEndpoints.markMessageRead, async ({ params, reply }) => {
    const { code } = await markMessageRead(deps, params.id);
    return code === 'read' ? {} : sendRefusal(reply, code, contactSentences.messageUnknown);
  });
  registerEndpoint(app, deps, contactEndpoints.deleteMessage, async ({ params, body, user, reply }) => {
    const { code } = await deleteMessage(deps, user, params.id, body.reason);
    if (code === 'not_found') return sendRefusal(reply, code, contactSentences.messageUnknown);
    deps.log.info({ messageId: params.id, deletedBy: user.id }, 'contact message deleted');
    return {};
  });
  registerEndpoint(app, deps, contactEndpoints.deleteNetworkMessages, async ({ params, body, user, reply }) => {
    const deleted = await deleteNetworkMessages(deps, user, params.id, body.reason);
    if (deleted === 0) return sendRefusal(reply, 'not_found', contactSentences.networkUnknown);
    deps.log.info({ network: params.id, deleted, deletedBy: user.id }, 'contact messages of a network deleted');
    return { deleted };
  });
  registerEndpoint(app, deps, contactEndpoints.replyToMessage, async ({ params, body, user, reply }) => {
    const { code } = await replyToMessage(deps, user, params.id, body.replyMessage);
    return code === 'replied' ? {} : sendRefusal(reply, code, contactSentences.messageUnknown);
  });
}

const retryAfterSeconds = 60 * 60;
