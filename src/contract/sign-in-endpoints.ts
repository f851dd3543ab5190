import { loginRequest, registerRequest } from './account.ts';
import type { EndpointTable } from './endpoint.ts';
import { userAnswer } from './session.ts';

/** The calls that open a session. */
export const signInEndpoints = {
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
} as const satisfies EndpointTable;
