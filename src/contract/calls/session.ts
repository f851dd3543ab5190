import type { CallTable } from '#contract/endpoint.ts';
import { doneResponse, userResponse } from '#contract/account/session.ts';

/** The calls of a session. Nearly every page loads them, so the larger sign-in schemas are separate (`signInCalls`). */
export const sessionCalls = {
  getUser: {
    method: 'GET',
    path: '/api/user',
    response: userResponse,
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    response: doneResponse,
  },
} as const satisfies CallTable;
