import * as z from 'zod/mini';
import { emailAddressMax } from '#contract/email-address.ts';
import { publishedVersion, publishingFields } from './publishing.ts';

export const wordsSentences = {
  name: 'Please enter a name of at most 40 Latin letters, digits, spaces and the characters . ’ ! + and -.',
  contactEmail: 'Please enter an email address, or leave the field empty.',
  socialLink: 'Please enter an address that begins with https:// and has no parameters, or leave the field empty.',
  greeting: 'Greetings can have at most 500 characters.',
  footer: 'Please enter a footer of at most 500 characters.',
} as const;

/** A valid name needs no escaping in HTML, JSON or the header of an email. */
const name = z.string({ error: wordsSentences.name }).check(
  z.trim(),
  z.maxLength(40, { error: wordsSentences.name }),
  z.regex(/^(?=.*\p{L})[\p{Script=Latin}\d](?:[\p{Script=Latin}\d .’!+-]*[\p{Script=Latin}\d.!+])?$/u, {
    error: wordsSentences.name,
  }),
);

/** An address in the format of `CONTACT_EMAIL`; null if the field is empty. */
const contactEmail = z.nullable(
  z
    .string({ error: wordsSentences.contactEmail })
    .check(
      z.maxLength(emailAddressMax, { error: wordsSentences.contactEmail }),
      z.regex(/^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/, { error: wordsSentences.contactEmail }),
    ),
);

const socialLink = z
  .string({ error: wordsSentences.socialLink })
  .check(
    z.trim(),
    z.maxLength(200, { error: wordsSentences.socialLink }),
    z.regex(/^$|^https:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/[\w.~@%+/-]*)?$/i, { error: wordsSentences.socialLink }),
  );

const mailText = (error: string, lengthMin: number) =>
  z.string({ error }).check(z.trim(), z.minLength(lengthMin, { error }), z.maxLength(500, { error }));

/** The organization's words, as they are entered. */
export const words = z.object({
  name,
  contactEmail,
  socialLinks: z.object({ X: socialLink, Facebook: socialLink, Instagram: socialLink }),
  mails: z.object({ greeting: mailText(wordsSentences.greeting, 0), footer: mailText(wordsSentences.footer, 1) }),
});

/** `POST /api/admin/words`. */
export const publishWordsRequest = z.object({ ...publishingFields, words });

/** `POST /api/admin/words/default`: publishes the words of a new installation. */
export const restoreWordsRequest = z.object(publishingFields);

/** `POST /api/admin/words/preview`: what publishing would change. Stores nothing. */
export const previewWordsRequest = z.object({ words });

export const wordsPreview = z.object({ changes: publishedVersion.shape.changes });

/** Published words. Their contact address may be longer, because earlier releases accepted that. */
const publishedWords = z.object({ ...words.shape, contactEmail: z.nullable(z.string()) });

/** `GET /api/admin/words`. */
export const adminWordsResponse = z.object({
  /** The number of the newest version, for `basedOn`; 0 if nothing has been published. */
  version: z.int(),
  words: publishedWords,
  /** The words that "back to default" publishes. */
  standard: words,
  /** The contact address that applies if none is published. */
  configuredEmail: z.string(),
  /** The newest 50 versions, newest first. */
  history: z.array(publishedVersion),
});

export type AdminWordsResponse = z.infer<typeof adminWordsResponse>;
export type WordsPreview = z.infer<typeof wordsPreview>;
