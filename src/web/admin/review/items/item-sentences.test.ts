import { expect, test } from 'vitest';
import type { ReviewItem } from '#contract/admin/review/review-items.ts';
import { jobKinds } from '#domain/review/job-kinds.ts';
import { describeItem } from './item-sentences.ts';

const failed = (kind: string): ReviewItem => ({
  id: 'job:out_1',
  kind: 'job',
  since: '2026-11-21T12:00:00.000Z',
  provider: null,
  reasons: [],
  ids: ['out_1'],
  amount: null,
  currency: null,
  donationId: null,
  evidenceDueAt: null,
  job: { kind, lastError: 'The mail server did not respond' },
  isRefundWaiting: false,
  actions: ['retry', 'discard'],
});

test('a failed job of every kind has its own sentence', () => {
  const sentences = jobKinds.flatMap((kind) => describeItem(failed(kind)));
  expect(sentences.filter((sentence) => sentence.startsWith('A job'))).toEqual([]);
  expect(new Set(sentences).size).toBe(jobKinds.length);
});

test.each(['something_new', 'toString'])('a failed job of the unknown kind %s is called a job', (kind) => {
  expect(describeItem(failed(kind))).toEqual(['A job failed for about two days, so it is no longer retried.']);
});
