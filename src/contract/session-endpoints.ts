import { doneAnswer, loginRequest, registerRequest, userAnswer } from './account.ts';
import type { EndpointTable } from './endpoint.ts';

/** The calls around a session: who is signed in, and how one gets in and out. */
export const sessionEndpoints = {
  getUser: {
    method: 'GET',
    path: '/api/user',
    access: 'donor',
    summary: 'Who is signed in',
    answer: userAnswer,
    errors: [],
  },
  login: {
    method: 'POST',
    path: '/api/login',
    access: 'public',
    summary: 'Signs in with user name or e-mail address, and password',
    body: loginRequest,
    answer: userAnswer,
    errors: ['login_failed', 'second_factor_needed', 'too_many_requests'],
    limitPerMinute: 600, // right passwords are not counted as failures, and each costs a hash
  },
  register: {
    method: 'POST',
    path: '/api/register',
    access: 'public',
    summary: 'Makes an account and signs in',
    body: registerRequest,
    answer: userAnswer,
    errors: ['username_taken', 'email_taken'],
    limitPerMinute: 60,
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
