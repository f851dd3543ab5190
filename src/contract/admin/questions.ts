import * as z from 'zod/mini';
import { shownQuestions } from '#contract/public/questions.ts';
import { publishedVersion, publishingFields } from './publishing.ts';

export const questionsSentences = {
  question: 'Please enter a question of at most 200 characters.',
  answer: 'Please enter an answer of at most 5,000 characters.',
  groupEmpty: 'Each group needs at least one question.',
  groupFull: 'A group can have at most 30 questions.',
  twice: 'A group can ask each question once.',
} as const;

const question = z.string({ error: questionsSentences.question }).check(
  z.trim(),
  z.minLength(1, { error: questionsSentences.question }),
  z.refine((text) => [...text].length <= 200, { error: questionsSentences.question }),
  z.refine((text) => !/\p{Cc}/u.test(text), { error: questionsSentences.question }),
);

const answer = z.string({ error: questionsSentences.answer }).check(
  z.trim(),
  z.minLength(1, { error: questionsSentences.answer }),
  z.refine((text) => [...text].length <= 5000, { error: questionsSentences.answer }),
);

const group = z.array(z.object({ question, answer }), { error: questionsSentences.groupEmpty }).check(
  z.minLength(1, { error: questionsSentences.groupEmpty }),
  z.maxLength(30, { error: questionsSentences.groupFull }),
  z.refine((entries) => new Set(entries.map((entry) => entry.question)).size === entries.length, {
    error: questionsSentences.twice,
  }),
);

/** The questions of the FAQ as staff write them, with answers in Markdown. */
export const questions = z.object({ 'about-us': group, donations: group, 'account-and-privacy': group });

/** `POST /api/admin/questions`. */
export const publishQuestionsRequest = z.object({ ...publishingFields, questions });

/** `POST /api/admin/questions/default`: publishes the questions of a new installation. */
export const restoreQuestionsRequest = z.object(publishingFields);

/** `POST /api/admin/questions/preview`: what publishing would change, and what donors would see. Stores nothing. */
export const previewQuestionsRequest = z.object({ questions });

export const questionsPreview = z.object({ changes: publishedVersion.shape.changes, shown: shownQuestions });

/** `GET /api/admin/questions`. */
export const adminQuestionsResponse = z.object({
  /** The number of the newest version, for `basedOn`; 0 if nothing has been published. */
  version: z.int(),
  /** The organization's name, which replaces the name placeholder in questions and answers. */
  name: z.string(),
  questions,
  /** The questions that "back to default" publishes. */
  standard: questions,
  /** The newest 50 versions, newest first. */
  history: z.array(publishedVersion),
});

export type AdminQuestionsResponse = z.infer<typeof adminQuestionsResponse>;
