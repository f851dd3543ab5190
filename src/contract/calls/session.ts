import type { CallTable } from '#contract/endpoint.ts';
import { doneAnswer, userAnswer } from '#contract/account/session.ts';

/** The calls of a session. Nearly every page loads them, so the larger sign-in schemas are separate (`signInCalls`). */
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
