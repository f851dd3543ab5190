import { doneAnswer } from '#contract/account/session.ts';
import {
  contactMessagesAnswer,
  contactRequest,
  deletionRequest,
  messagesDeletedAnswer,
  replyRequest,
} from '#contract/contact.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The contact form, and the administrator's inbox behind it. */
export const contactCalls = {
  sendContactMessage: {
    method: 'POST',
    path: '/api/contact',
    body: contactRequest,
    answer: doneAnswer,
  },
  listMessages: {
    method: 'GET',
    path: '/api/admin/messages',
    answer: contactMessagesAnswer,
  },
  markMessageRead: {
    method: 'PATCH',
    path: '/api/admin/messages/:id',
    answer: doneAnswer,
  },
  deleteMessage: {
    method: 'POST',
    path: '/api/admin/messages/:id/delete',
    body: deletionRequest,
    answer: doneAnswer,
  },
  deleteNetworkMessages: {
    method: 'POST',
    path: '/api/admin/message-networks/:id/delete',
    body: deletionRequest,
    answer: messagesDeletedAnswer,
  },
  replyToMessage: {
    method: 'POST',
    path: '/api/admin/messages/:id/reply',
    body: replyRequest,
    answer: doneAnswer,
  },
} as const satisfies CallTable;
