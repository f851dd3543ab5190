import { markdownSentences } from '#contract/admin/newsletters.ts';
import type { MarkdownBlocks, MarkdownProblem } from '#domain/markdown/markdown.ts';
import {
  mapGroups,
  questionGroups,
  titleOfGroup,
  type Question,
  type Questions,
  type ShownQuestions,
} from '#domain/questions/questions.ts';
import { readMarkdown } from '#server/markdown/read-markdown.ts';

type ShowResult =
  | { readonly code: 'shown'; readonly questions: ShownQuestions }
  | { readonly code: 'refused'; readonly sentence: string };

/** The questions as donors see them, or which answer is refused and why. */
export function showQuestions(questions: Questions): ShowResult {
  for (const group of questionGroups) {
    for (const [index, { answer }] of questions[group].entries()) {
      const read = readMarkdown(answer, 'page');
      if (read.code === 'refused')
        return {
          code: 'refused',
          sentence: `Answer ${index + 1} of “${titleOfGroup(group, 'us')}”: ${sentenceFor(read.problem)}`,
        };
    }
  }
  return { code: 'shown', questions: shownQuestions(questions) };
}

const sentenceFor = (problem: MarkdownProblem): string =>
  problem === 'link'
    ? 'Every link must begin with https:// or mailto:, or be the path of one of our pages, such as /contact.'
    : markdownSentences[problem];

/** Published questions as donors see them. Their answers were checked when they were published. */
export const shownQuestions = (questions: Questions): ShownQuestions =>
  mapGroups((group) =>
    questions[group].map(({ question, answer }: Question) => ({ question, answer: blocksOf(answer) })),
  );

function blocksOf(answer: string): MarkdownBlocks {
  const read = readMarkdown(answer, 'page');
  return read.code === 'read' ? read.blocks : [];
}
