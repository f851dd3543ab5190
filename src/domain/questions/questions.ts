import type { MarkdownBlock, MarkdownBlocks, MarkdownText } from '#domain/markdown/markdown.ts';

/** The groups of the FAQ (spec 2, FAQ), in display order. Staff publish the questions in them. */
export const questionGroups = ['about-us', 'donations', 'account-and-privacy'] as const;

export type QuestionGroup = (typeof questionGroups)[number];

export function titleOfGroup(group: QuestionGroup, organizationName: string): string {
  if (group === 'about-us') return `About ${organizationName}`;
  return group === 'donations' ? 'Donations' : 'Account & Privacy';
}

/** A question as staff write it. Its answer is in Markdown. */
export interface Question {
  readonly question: string;
  readonly answer: string;
}

export type Questions = Readonly<Record<QuestionGroup, readonly Question[]>>;

/** A question as donors see it. */
export interface ShownQuestion {
  readonly question: string;
  readonly answer: MarkdownBlocks;
}

export type ShownQuestions = Readonly<Record<QuestionGroup, readonly ShownQuestion[]>>;

/** Stands for the name of the organization in questions and answers. */
export const questionNamePlaceholder = '{name}';

/** Replaces the placeholder for the name in questions and answers. */
export function withName(questions: ShownQuestions, organizationName: string): ShownQuestions {
  const named = (text: string): string => text.replaceAll(questionNamePlaceholder, () => organizationName);
  return mapGroups((group) =>
    questions[group].map(({ question, answer }) => ({
      question: named(question),
      answer: answer.map((block) => changeBlock(block, named)),
    })),
  );
}

/** Creates one entry per group. */
export const mapGroups = <Made>(make: (group: QuestionGroup) => Made): Readonly<Record<QuestionGroup, Made>> => ({
  'about-us': make('about-us'),
  donations: make('donations'),
  'account-and-privacy': make('account-and-privacy'),
});

type Change = (text: string) => string;

function changeBlock(block: MarkdownBlock, change: Change): MarkdownBlock {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return { ...block, text: changeText(block.text, change) };
    case 'list':
      return { ...block, items: block.items.map((blocks) => blocks.map((inner) => changeBlock(inner, change))) };
    case 'quote':
      return { ...block, blocks: block.blocks.map((inner) => changeBlock(inner, change)) };
    case 'line':
      return block;
  }
}

const changeText = (text: MarkdownText, change: Change): MarkdownText =>
  text.map((part) => {
    if (part.kind === 'text') return { ...part, text: change(part.text) };
    return part.kind === 'break' ? part : { ...part, text: changeText(part.text, change) };
  });
