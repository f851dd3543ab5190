import type { CallTable } from '#contract/endpoint.ts';
import { questionsResponse } from '#contract/public/questions.ts';

export const questionsCalls = {
  getQuestions: { method: 'GET', path: '/api/questions', response: questionsResponse },
} as const satisfies CallTable;
