import { publishedResponse } from '#contract/admin/publishing.ts';
import {
  adminQuestionsResponse,
  previewQuestionsRequest,
  publishQuestionsRequest,
  questionsPreview,
  restoreQuestionsRequest,
} from '#contract/admin/questions.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const adminQuestionsCalls = {
  getAdminQuestions: { method: 'GET', path: '/api/admin/questions', response: adminQuestionsResponse },
  previewQuestions: {
    method: 'POST',
    path: '/api/admin/questions/preview',
    body: previewQuestionsRequest,
    response: questionsPreview,
  },
  publishQuestions: {
    method: 'POST',
    path: '/api/admin/questions',
    body: publishQuestionsRequest,
    response: publishedResponse,
  },
  restoreQuestions: {
    method: 'POST',
    path: '/api/admin/questions/default',
    body: restoreQuestionsRequest,
    response: publishedResponse,
  },
} as const satisfies CallTable;
