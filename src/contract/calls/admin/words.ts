import { publishedResponse } from '#contract/admin/publishing.ts';
import {
  adminWordsResponse,
  previewWordsRequest,
  publishWordsRequest,
  restoreWordsRequest,
  wordsPreview,
} from '#contract/admin/words.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const wordsCalls = {
  getAdminWords: { method: 'GET', path: '/api/admin/words', response: adminWordsResponse },
  previewWords: { method: 'POST', path: '/api/admin/words/preview', body: previewWordsRequest, response: wordsPreview },
  publishWords: { method: 'POST', path: '/api/admin/words', body: publishWordsRequest, response: publishedResponse },
  restoreWords: {
    method: 'POST',
    path: '/api/admin/words/default',
    body: restoreWordsRequest,
    response: publishedResponse,
  },
} as const satisfies CallTable;
