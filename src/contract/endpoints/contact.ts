import { contactCalls } from '#contract/calls/contact.ts';
import { contactSentences } from '#contract/contact.ts';
import { pageQuery, type EndpointTable } from '#contract/endpoint.ts';

export const contactEndpoints = {
  sendContactMessage: {
    ...contactCalls.sendContactMessage,
    access: 'public',
    summary: 'Sends a message to the team',
    storesAnyText: true,
    errors: ['too_many_requests'],
    limitPerMinute: 60,
  },
  listMessages: {
    ...contactCalls.listMessages,
    query: pageQuery(contactSentences.cursorInvalid),
    access: 'readMessages',
    summary: 'The contact messages, newest first, with the time of the latest reply',
    errors: [],
  },
  markMessageRead: {
    ...contactCalls.markMessageRead,
    access: 'answerMessages',
    summary: 'Marks a message as read; does nothing when it is already read',
    errors: ['not_found'],
  },
  deleteMessage: {
    ...contactCalls.deleteMessage,
    access: 'answerMessages',
    summary: 'Deletes a message and the replies to it',
    errors: ['not_found'],
  },
  deleteNetworkMessages: {
    ...contactCalls.deleteNetworkMessages,
    access: 'answerMessages',
    summary: 'Deletes all messages that were sent from one network, and the replies to them',
    errors: ['not_found'],
  },
  replyToMessage: {
    ...contactCalls.replyToMessage,
    access: 'answerMessages',
    summary: 'Replies to a message by email',
    storesAnyText: true,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
