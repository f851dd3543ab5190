import { brand } from '#domain/brand.ts';
import { publicUrlMark } from '#domain/public-url.ts';

/** What search engines may know of a page as data in the words of schema.org: who we are, and the questions we answer. */
export function structuredData(path: string, markup: string): readonly object[] {
  if (path === '/') return [aboutUs];
  const questions = questionsIn(markup);
  return questions.length === 0
    ? []
    : [{ '@context': 'https://schema.org', '@type': 'FAQPage', mainEntity: questions.map(toQuestion) }];
}

const organizationId = `${publicUrlMark}/#organization`;

const aboutUs = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': organizationId,
      name: brand.name,
      url: `${publicUrlMark}/`,
      logo: `${publicUrlMark}/icon-512.png`,
      description: brand.description,
      foundingDate: `${brand.foundedIn}`,
      email: brand.contactEmail,
      sameAs: brand.socialLinks.map(({ url }) => url),
    },
    { '@type': 'WebSite', name: brand.name, url: `${publicUrlMark}/`, publisher: { '@id': organizationId } },
  ],
};

interface Answered {
  readonly question: string;
  readonly answer: string;
}

/** The questions that a page answers, taken from what it shows: so the data cannot say something else. */
const questionsIn = (markup: string): readonly Answered[] =>
  [...markup.matchAll(/<details\b[^>]*>\s*<summary\b[^>]*>(.*?)<\/summary>(.*?)<\/details>/gs)].map(
    ([, question = '', answer = '']) => ({ question: toText(question), answer: toText(answer) }),
  );

const toQuestion = ({ question, answer }: Answered): object => ({
  '@type': 'Question',
  name: question,
  acceptedAnswer: { '@type': 'Answer', text: answer },
});

/** The words of some markup, without its tags and pictures. */
const toText = (markup: string): string =>
  markup
    .replaceAll(/<svg\b.*?<\/svg>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:#x27|amp|lt|gt|quot);/g, (entity) => characters[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?])/g, '')
    .trim();

/** The characters that React writes as entities. */
const characters: Readonly<Record<string, string>> = {
  '&#x27;': "'",
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};
