import type { QuestionGroup, Questions } from '#domain/questions/questions.ts';
import { mapGroups } from '#domain/questions/questions.ts';

/** A question while it is edited. Its key stays the same when the question moves. */
export interface DraftQuestion {
  readonly key: number;
  readonly question: string;
  readonly answer: string;
}

export type Draft = Readonly<Record<QuestionGroup, readonly DraftQuestion[]>>;

/** One change to a group. */
export type DraftChange =
  | { readonly kind: 'add' }
  | { readonly kind: 'remove'; readonly key: number }
  | { readonly kind: 'move'; readonly key: number; readonly by: 1 | -1 }
  | { readonly kind: 'write'; readonly key: number; readonly texts: Partial<Omit<DraftQuestion, 'key'>> };

export function toDraft(questions: Questions): Draft {
  let next = 0;
  return mapGroups((group) => questions[group].map(({ question, answer }) => ({ key: (next += 1), question, answer })));
}

export const toQuestions = (draft: Draft): Questions =>
  mapGroups((group) => draft[group].map(({ question, answer }) => ({ question, answer })));

export function changeGroup(draft: Draft, group: QuestionGroup, change: DraftChange): Draft {
  return { ...draft, [group]: applyChange(draft, draft[group], change) };
}

function applyChange(draft: Draft, entries: readonly DraftQuestion[], change: DraftChange): readonly DraftQuestion[] {
  switch (change.kind) {
    case 'add':
      return [...entries, { key: nextKey(draft), question: '', answer: '' }];
    case 'remove':
      return entries.filter(({ key }) => key !== change.key);
    case 'move': {
      const from = entries.findIndex(({ key }) => key === change.key);
      const [moved] = entries.slice(from, from + 1);
      const others = entries.toSpliced(from, 1);
      return moved ? others.toSpliced(from + change.by, 0, moved) : entries;
    }
    case 'write':
      return entries.map((entry) => (entry.key === change.key ? { ...entry, ...change.texts } : entry));
  }
}

const nextKey = (draft: Draft): number =>
  1 + Math.max(0, ...Object.values(draft).flatMap((all) => all.map(({ key }) => key)));
