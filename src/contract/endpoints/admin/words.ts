import { wordsCalls } from '#contract/calls/admin/words.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const wordsEndpoints = {
  getAdminWords: {
    ...wordsCalls.getAdminWords,
    access: 'readContent',
    summary: 'What the organization is called and says, and the earlier versions',
    errors: [],
  },
  previewWords: {
    ...wordsCalls.previewWords,
    access: 'editContent',
    summary: 'What publishing words would change; stores nothing',
    errors: [],
    limitPerMinute: 60,
  },
  publishWords: {
    ...wordsCalls.publishWords,
    access: 'editContent',
    onlyInPerson: true,
    summary: 'Publishes what the organization is called and says',
    errors: ['version_outdated', 'nothing_changed'],
    limitPerMinute: 60,
  },
  restoreWords: {
    ...wordsCalls.restoreWords,
    access: 'editContent',
    onlyInPerson: true,
    summary: 'Publishes the words of a new installation',
    errors: ['version_outdated', 'nothing_changed'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
