import type { EndpointTable } from './endpoint.ts';
import { doneAnswer, userAnswer } from './session.ts';

/** The calls of a session: who is signed in, and how one gets out. Nearly every page carries them. */
export const sessionEndpoints = {
  getUser: {
    method: 'GET',
    path: '/api/user',
    access: 'donor',
    summary: 'Who is signed in',
    answer: userAnswer,
    errors: [],
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    access: 'public',
    summary: 'Ends the session, if there is one',
    answer: doneAnswer,
    errors: [],
  },
} as const satisfies EndpointTable;
