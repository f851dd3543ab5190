import { publishedAnswer } from '#contract/admin/publishing.ts';
import {
  adminQuestionsAnswer,
  previewQuestionsRequest,
  publishQuestionsRequest,
  questionsPreview,
  restoreQuestionsRequest,
} from '#contract/admin/questions.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const adminQuestionsCalls = {
  getAdminQuestions: { method: 'GET', path: '/api/admin/questions', answer: adminQuestionsAnswer },
  previewQuestions: {
    method: 'POST',
    path: '/api/admin/questions/preview',
    body: previewQuestionsRequest,
    answer: questionsPreview,
  },
  publishQuestions: {
    method: 'POST',
    path: '/api/admin/questions',
    body: publishQuestionsRequest,
    answer: publishedAnswer,
  },
  restoreQuestions: {
    method: 'POST',
    path: '/api/admin/questions/default',
    body: restoreQuestionsRequest,
    answer: publishedAnswer,
  },
} as const satisfies CallTable;
