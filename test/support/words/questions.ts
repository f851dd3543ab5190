import type { Questions } from '#domain/questions/questions.ts';
import { standardQuestions } from '#domain/questions/standard-questions.ts';

/** Returns the questions of a new installation and one more about donations. */
export function newQuestions(answer = 'Yes: ask [us](/contact).', question = 'Can my company give?'): Questions {
  const standard = standardQuestions();
  return { ...standard, donations: [...standard.donations, { question, answer }] };
}
