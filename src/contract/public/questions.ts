import * as z from 'zod/mini';
import type { MarkdownBlocks } from '#domain/markdown/markdown.ts';

/** The blocks that the server read from a text in Markdown. They contain no HTML, and only allowed links. */
const markdownBlocks = z.custom<MarkdownBlocks>((blocks) => Array.isArray(blocks));

const shownGroup = z.array(z.object({ question: z.string(), answer: markdownBlocks }));

/** The questions of the FAQ as donors see them. */
export const shownQuestions = z.object({
  'about-us': shownGroup,
  donations: shownGroup,
  'account-and-privacy': shownGroup,
});

/** `GET /api/questions`. */
export const questionsResponse = z.object({ questions: shownQuestions });
