import type { CallTable } from '#contract/endpoint.ts';
import { questionsAnswer } from '#contract/public/questions.ts';

export const questionsCalls = {
  getQuestions: { method: 'GET', path: '/api/questions', answer: questionsAnswer },
} as const satisfies CallTable;
