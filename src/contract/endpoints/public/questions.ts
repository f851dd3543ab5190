import { adminQuestionsCalls } from '#contract/calls/admin/questions.ts';
import { questionsCalls } from '#contract/calls/public/questions.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const questionsEndpoints = {
  getQuestions: {
    ...questionsCalls.getQuestions,
    access: 'public',
    summary: 'The questions of the FAQ with their answers, as blocks of text',
    errors: [],
  },
  getAdminQuestions: {
    ...adminQuestionsCalls.getAdminQuestions,
    access: 'readContent',
    summary: 'The questions of the FAQ as staff write them, and their history',
    errors: [],
  },
  previewQuestions: {
    ...adminQuestionsCalls.previewQuestions,
    access: 'editContent',
    summary: 'What publishing questions would change, and what donors would see; stores nothing',
    errors: [],
    limitPerMinute: 60,
  },
  publishQuestions: {
    ...adminQuestionsCalls.publishQuestions,
    access: 'editContent',
    onlyInPerson: true,
    summary: 'Publishes the questions of the FAQ',
    errors: ['version_outdated', 'nothing_changed'],
    limitPerMinute: 60,
  },
  restoreQuestions: {
    ...adminQuestionsCalls.restoreQuestions,
    access: 'editContent',
    onlyInPerson: true,
    summary: 'Publishes the questions of a new installation',
    errors: ['version_outdated', 'nothing_changed'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
