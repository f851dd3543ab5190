import { loginRequest, registerRequest } from '#contract/account/sign-in.ts';
import type { CallTable } from '#contract/endpoint.ts';
import { userResponse } from '#contract/account/session.ts';

/** The calls that start a session. */
export const signInCalls = {
  login: {
    method: 'POST',
    path: '/api/login',
    body: loginRequest,
    response: userResponse,
  },
  register: {
    method: 'POST',
    path: '/api/register',
    body: registerRequest,
    response: userResponse,
  },
} as const satisfies CallTable;
