import type { CallTable } from '#contract/endpoint.ts';
import { doneAnswer, userAnswer } from '#contract/session.ts';

/** The calls of a session. Nearly every page loads them, so signing in is apart. */
export const sessionCalls = {
  getUser: {
    method: 'GET',
    path: '/api/user',
    answer: userAnswer,
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    answer: doneAnswer,
  },
} as const satisfies CallTable;
