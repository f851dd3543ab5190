import * as z from 'zod';
import type { DocumentKind } from '#domain/publishing/document-kind.ts';
import { socialNetworks } from '#domain/words/social-links.ts';
import { standardWords, type Words } from '#domain/words/words.ts';

const words = z.object({
  name: z.string(),
  contactEmail: z.nullable(z.string()),
  socialLinks: z.record(z.enum(socialNetworks), z.string()),
  mails: z.object({ greeting: z.string(), footer: z.string() }),
});

/** The organization's words as a kind of published document. */
export const wordsKind: DocumentKind<Words> = {
  name: 'words',
  title: 'words',
  standard: standardWords,
  parse: (stored) => words.parse(stored),
  factsOf: ({ name, contactEmail, socialLinks, mails }) =>
    new Map([
      ['Name', name],
      ['Contact address', contactEmail ?? 'as configured'],
      ...socialNetworks.map((network) => [network, socialLinks[network] || 'no link'] as const),
      ['Greeting of emails', mails.greeting || 'none'],
      ['Footer of emails', mails.footer],
    ]),
};
