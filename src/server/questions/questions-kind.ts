import * as z from 'zod';
import type { DocumentKind } from '#domain/publishing/document-kind.ts';
import { questionGroups, titleOfGroup, type Questions } from '#domain/questions/questions.ts';
import { standardQuestions } from '#domain/questions/standard-questions.ts';

const group = z.array(z.object({ question: z.string(), answer: z.string() }));

const questions = z.object({ 'about-us': group, donations: group, 'account-and-privacy': group });

/** The questions of the FAQ as a kind of published document. A question that is moved changes only the order of its group. */
export const questionsKind: DocumentKind<Questions> = {
  name: 'questions',
  title: 'questions of the FAQ',
  standard: standardQuestions(),
  parse: (stored) => questions.parse(stored),
  factsOf: (document) =>
    new Map(
      questionGroups.flatMap((id) => {
        const title = titleOfGroup(id, 'us');
        return [
          [`Order in “${title}”`, document[id].map(({ question }) => question).join(' · ')] as const,
          ...document[id].map(({ question, answer }) => [`${title}: ${question}`, answer] as const),
        ];
      }),
    ),
};
