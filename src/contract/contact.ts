import * as z from 'zod/mini';
import { emailAddressMax } from './email-address.ts';
import { reason } from './admin/reason.ts';

/** The sentences of the contact form and the inbox (spec 5 and 8). */
export const contactSentences = {
  missing: 'Please fill out all required fields',
  emailInvalid: 'Please enter a valid email address',
  nameLong: 'Names can have at most 200 characters',
  subjectLong: 'Subjects can have at most 300 characters',
  messageLong: 'Messages can have at most 5,000 characters',
  messageUnknown: 'This message does not exist.',
  networkUnknown: 'There are no messages from this network.',
  tooManyMessages: 'We have received too many messages from your network today. Please try again later.',
  cursorInvalid: 'This page of messages does not exist.',
  replyEmpty: 'Please write a reply',
} as const;

/** The longest message or reply, in code points. */
const messageLengthMax = 5000;

const characters = (text: string): number => [...text].length;

const requiredText = (missing: string, lengthMax: number, tooLong: string) =>
  z.string({ error: missing }).check(
    z.refine((text) => text.trim() !== '', { error: missing }),
    z.refine((text) => characters(text) <= lengthMax, { error: tooLong }),
  );

/**
 * `POST /api/contact` (spec 7). Texts are stored as typed. `website` is a honeypot, hidden from people: a message that fills it
 * in gets the usual response and is not stored.
 */
export const contactRequest = z.object({
  name: requiredText(contactSentences.missing, 200, contactSentences.nameLong),
  email: z
    .string({ error: contactSentences.missing })
    .check(
      z.trim(),
      z.minLength(1, { error: contactSentences.missing }),
      z.maxLength(emailAddressMax, { error: contactSentences.emailInvalid }),
      z.email({ error: contactSentences.emailInvalid }),
    ),
  subject: z.optional(
    z.nullable(z.string().check(z.refine((text) => characters(text) <= 300, { error: contactSentences.subjectLong }))),
  ),
  message: requiredText(contactSentences.missing, messageLengthMax, contactSentences.messageLong),
  website: z.optional(z.nullable(z.string())),
});

export type ContactRequest = z.infer<typeof contactRequest>;

/** A message in the inbox (spec 3, Contact message); `timestamp` is an ISO instant, `subject` may be empty. */
export const contactMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(['new', 'read']),
  timestamp: z.string(),
  /** The time of the last reply; absent before the first one. Not in the spec. */
  repliedAt: z.optional(z.string()),
  /** A code for the sender's network, kept for 30 days. Present only when the call has `detailsHeader`. Not in the spec. */
  network: z.optional(z.string()),
});

export type ContactMessage = z.infer<typeof contactMessage>;

/** `GET /api/admin/messages`: newest first, at most 1,000; `?cursor=` continues after the last one. */
export const contactMessagesResponse = z.array(contactMessage);

/** `POST /api/admin/messages/{id}/delete`, and the call that deletes all messages from a network. */
export const deletionRequest = z.object({ reason });

/** The number of deleted messages. */
export const messagesDeletedResponse = z.object({ deleted: z.int() });

/** `POST /api/admin/messages/{id}/reply` (spec 7). */
export const replyRequest = z.object({
  replyMessage: requiredText(contactSentences.replyEmpty, messageLengthMax, contactSentences.messageLong),
});
