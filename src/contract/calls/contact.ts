import { doneResponse } from '#contract/account/session.ts';
import {
  contactMessagesResponse,
  contactRequest,
  deletionRequest,
  messagesDeletedResponse,
  replyRequest,
} from '#contract/contact.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The calls of the contact form and of the inbox for its messages. */
export const contactCalls = {
  sendContactMessage: {
    method: 'POST',
    path: '/api/contact',
    body: contactRequest,
    response: doneResponse,
  },
  listMessages: {
    method: 'GET',
    path: '/api/admin/messages',
    response: contactMessagesResponse,
  },
  markMessageRead: {
    method: 'PATCH',
    path: '/api/admin/messages/:id',
    response: doneResponse,
  },
  deleteMessage: {
    method: 'POST',
    path: '/api/admin/messages/:id/delete',
    body: deletionRequest,
    response: doneResponse,
  },
  deleteNetworkMessages: {
    method: 'POST',
    path: '/api/admin/message-networks/:id/delete',
    body: deletionRequest,
    response: messagesDeletedResponse,
  },
  replyToMessage: {
    method: 'POST',
    path: '/api/admin/messages/:id/reply',
    body: replyRequest,
    response: doneResponse,
  },
} as const satisfies CallTable;
