import { sessionCalls } from '#contract/calls/session.ts';
import { signInCalls } from '#contract/calls/sign-in.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const sessionEndpoints = {
  getUser: {
    ...sessionCalls.getUser,
    access: 'donor',
    summary: 'Who is signed in',
    errors: [],
  },
  logout: {
    ...sessionCalls.logout,
    access: 'public',
    summary: 'Ends the session, if there is one',
    errors: [],
  },
} as const satisfies EndpointTable;

export const signInEndpoints = {
  login: {
    ...signInCalls.login,
    access: 'public',
    summary: 'Signs in with a username or email address, and a password',
    errors: ['login_failed', 'second_factor_needed', 'too_many_requests'],
    limitPerMinute: 600, // correct passwords do not count as failures, but each costs a hash
  },
  register: {
    ...signInCalls.register,
    access: 'public',
    summary: 'Creates an account and signs in',
    errors: ['username_taken', 'email_taken'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
