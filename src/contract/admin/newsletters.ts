import * as z from 'zod/mini';
import type { MarkdownProblem } from '#domain/markdown/markdown.ts';
import { newsletterStatuses, pauseCauses } from '#domain/newsletter/newsletter.ts';
import { newsletterSentences } from '#contract/newsletter.ts';
import { reason } from './reason.ts';

export const newslettersSentences = {
  unknown: 'This newsletter no longer exists.',
  subjectMissing: 'Please enter a subject.',
  subjectLong: 'A subject can have at most 150 characters.',
  textMissing: 'Please write something first.',
  textLong: 'A newsletter can have at most 20,000 characters.',
  addressMissing: 'Please enter a postal address.',
  addressLong: 'A postal address can have at most 300 characters.',
  versionInvalid: 'Please reload the page.',
  outdated: 'Someone else has saved a newer version. Please look at it first.',
  alreadySent: 'This newsletter was already sent, so it cannot be changed or deleted.',
  sentBy: (username: string) => `${username} has already sent this newsletter.`,
  noAddress: 'Please enter our postal address first. The law requires it in every newsletter.',
  noSubscribers: 'There are no confirmed subscribers to send it to.',
  notSending: 'This newsletter is not being sent at the moment.',
  notPaused: 'This newsletter is not paused.',
  subscriberUnknown: 'No subscriber has this address.',
  noMailServer: 'No mail server is configured, so no email can be sent. Please set SMTP_URL.',
} as const;

/** Why a text in Markdown is refused. */
export const markdownSentences: Readonly<Record<MarkdownProblem, string>> = {
  html: 'HTML is not allowed. Please use Markdown only.',
  image: 'Pictures are not allowed. Please link to a page with the picture instead.',
  link: 'Every link must begin with https://, http:// or mailto:.',
  intricate: 'A paragraph has too many links, stars, or lists inside each other. Please make it simpler.',
  unsupported: 'Please use only headings, paragraphs, lists, quotes, lines, bold, italics and links.',
};

const subject = z.string({ error: newslettersSentences.subjectMissing }).check(
  z.trim(),
  z.minLength(1, { error: newslettersSentences.subjectMissing }),
  z.refine((text) => [...text].length <= 150, { error: newslettersSentences.subjectLong }),
);

const text = z.string({ error: newslettersSentences.textMissing }).check(
  z.refine((written) => written.trim() !== '', { error: newslettersSentences.textMissing }),
  z.refine((written) => [...written].length <= 20_000, { error: newslettersSentences.textLong }),
);

const version = z.int({ error: newslettersSentences.versionInvalid });

/** `POST /api/admin/newsletters`: a new draft. */
export const draftRequest = z.object({ subject, text });

/** `POST /api/admin/newsletters/{id}`: the texts that replace the version that the author had opened. */
export const saveRequest = z.object({ subject, text, version });

export const savedResponse = z.object({ id: z.string(), version: z.int() });

/** `GET /api/admin/newsletters`: the newsletters, newest first, and the data needed to send one. */
export const newslettersResponse = z.object({
  newsletters: z.array(
    z.object({
      id: z.string(),
      subject: z.string(),
      status: z.enum(newsletterStatuses),
      updatedAt: z.string(),
      updatedBy: z.string(),
      startedAt: z.nullable(z.string()),
    }),
  ),
  /** The number of confirmed subscribers. */
  subscribers: z.int(),
  /** Empty until someone enters one. */
  postalAddress: z.string(),
  /** The version of the postal address; 0 if there is none. */
  addressVersion: z.int(),
});

export type NewslettersResponse = z.infer<typeof newslettersResponse>;

/** The numbers of a newsletter's emails by status, and of the subscribers who unsubscribed after it. */
const newsletterFigures = z.object({
  /** The emails that are still in the outbox. */
  waiting: z.int(),
  sent: z.int(),
  bounced: z.int(),
  /** Emails whose subscribers unsubscribed before sending. */
  skipped: z.int(),
  failed: z.int(),
  unsubscribed: z.int(),
});

export type NewsletterFigures = z.infer<typeof newsletterFigures>;

/** `GET /api/admin/newsletters/{id}`. */
export const newsletterResponse = z.object({
  id: z.string(),
  subject: z.string(),
  text: z.string(),
  version: z.int(),
  status: z.enum(newsletterStatuses),
  updatedAt: z.string(),
  updatedBy: z.string(),
  startedAt: z.nullable(z.string()),
  startedBy: z.nullable(z.string()),
  pauseCause: z.nullable(z.enum(pauseCauses)),
  finishedAt: z.nullable(z.string()),
  figures: newsletterFigures,
});

export type NewsletterResponse = z.infer<typeof newsletterResponse>;

/** `GET /api/admin/newsletters/{id}/preview`: the email in plain text. */
export const previewResponse = z.object({ subject: z.string(), text: z.string() });

/** `POST /api/admin/newsletters/{id}/test`: the address that gets the email. */
export const testResponse = z.object({ email: z.string() });

/** `POST /api/admin/newsletters/{id}/send`: the version that the sender had opened. */
export const sendRequest = z.object({ version, reason });

/** Deletes, pauses or resumes a newsletter. */
export const newsletterActionRequest = z.object({ reason });

const { emailInvalid } = newsletterSentences;

/** `POST /api/admin/subscribers/erase`: a subscriber who asked to be erased. Earlier releases stored up to 320 characters. */
export const eraseSubscriberRequest = z.object({
  email: z
    .string({ error: emailInvalid })
    .check(z.trim(), z.maxLength(320, { error: emailInvalid }), z.email({ error: emailInvalid })),
  reason,
});

const address = z.string({ error: newslettersSentences.addressMissing }).check(
  z.trim(),
  z.minLength(1, { error: newslettersSentences.addressMissing }),
  z.refine((written) => [...written].length <= 300, { error: newslettersSentences.addressLong }),
);

/** The fields of the postal address form. */
export const addressForm = z.object({ address, reason });

/** `POST /api/admin/postal-address`: the new address, and the version of the address that it replaces. */
export const postalAddressRequest = z.object({ address, version, reason });
