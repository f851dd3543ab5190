import { doneAnswer } from './session.ts';
import { contactMessagesAnswer, contactRequest, replyRequest } from './contact.ts';
import type { EndpointTable } from './endpoint.ts';

/** The contact form, and the administrator's inbox behind it. */
export const contactEndpoints = {
  sendContactMessage: {
    method: 'POST',
    path: '/api/contact',
    access: 'public',
    summary: 'Sends a message to the team',
    body: contactRequest,
    storesAnyText: true,
    answer: doneAnswer,
    errors: [],
    limitPerMinute: 60,
  },
  listMessages: {
    method: 'GET',
    path: '/api/admin/messages',
    access: 'admin',
    summary: 'The contact messages, newest first',
    answer: contactMessagesAnswer,
    errors: [],
  },
  markMessageRead: {
    method: 'PATCH',
    path: '/api/admin/messages/:id',
    access: 'admin',
    summary: 'Marks a message as read; one that is read stays so',
    answer: doneAnswer,
    errors: ['not_found'],
  },
  replyToMessage: {
    method: 'POST',
    path: '/api/admin/messages/:id/reply',
    access: 'admin',
    summary: 'Answers a message by mail',
    body: replyRequest,
    storesAnyText: true,
    answer: doneAnswer,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
