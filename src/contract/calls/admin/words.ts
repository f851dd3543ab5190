import { publishedAnswer } from '#contract/admin/publishing.ts';
import {
  adminWordsAnswer,
  previewWordsRequest,
  publishWordsRequest,
  restoreWordsRequest,
  wordsPreview,
} from '#contract/admin/words.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const wordsCalls = {
  getAdminWords: { method: 'GET', path: '/api/admin/words', answer: adminWordsAnswer },
  previewWords: { method: 'POST', path: '/api/admin/words/preview', body: previewWordsRequest, answer: wordsPreview },
  publishWords: { method: 'POST', path: '/api/admin/words', body: publishWordsRequest, answer: publishedAnswer },
  restoreWords: {
    method: 'POST',
    path: '/api/admin/words/default',
    body: restoreWordsRequest,
    answer: publishedAnswer,
  },
} as const satisfies CallTable;
