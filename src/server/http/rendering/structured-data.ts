import { brand, siteDescription } from '#domain/brand.ts';
import {
  contactEmailPlaceholder,
  namePlaceholder,
  publicUrlPlaceholder,
  socialPlaceholder,
} from '#domain/page-placeholders.ts';
import { socialNetworks } from '#domain/words/social-links.ts';

/** A page's schema.org data for search engines: our organization, or the page's questions and answers. */
export function structuredData(path: string, markup: string): readonly object[] {
  if (path === '/') return [aboutUs];
  const questions = questionsIn(markup);
  return questions.length === 0
    ? []
    : [{ '@context': 'https://schema.org', '@type': 'FAQPage', mainEntity: questions.map(toQuestion) }];
}

const organizationId = `${publicUrlPlaceholder}/#organization`;

const aboutUs = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': organizationId,
      name: namePlaceholder,
      url: `${publicUrlPlaceholder}/`,
      logo: `${publicUrlPlaceholder}/icon-512.png`,
      description: siteDescription,
      foundingDate: `${brand.foundedIn}`,
      email: contactEmailPlaceholder,
      sameAs: socialNetworks.map(socialPlaceholder),
    },
    {
      '@type': 'WebSite',
      name: namePlaceholder,
      url: `${publicUrlPlaceholder}/`,
      publisher: { '@id': organizationId },
    },
  ],
};

interface AnsweredQuestion {
  readonly question: string;
  readonly answer: string;
}

/** The questions and answers that the page shows, read from its markup so that they cannot differ from it. */
const questionsIn = (markup: string): readonly AnsweredQuestion[] =>
  [...markup.matchAll(/<details\b[^>]*>\s*<summary\b[^>]*>(.*?)<\/summary>(.*?)<\/details>/gs)].map(
    ([, question = '', answer = '']) => ({ question: toText(question), answer: toText(answer) }),
  );

const toQuestion = ({ question, answer }: AnsweredQuestion): object => ({
  '@type': 'Question',
  name: question,
  acceptedAnswer: { '@type': 'Answer', text: answer },
});

/** The text of markup, without tags and pictures. */
const toText = (markup: string): string =>
  markup
    .replaceAll(/<svg\b.*?<\/svg>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:#x27|amp|lt|gt|quot);/g, (entity) => characters[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?])/g, '')
    .trim();

/** The characters that React escapes. */
const characters: Readonly<Record<string, string>> = {
  '&#x27;': "'",
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};
