import type { QueryClient } from '@tanstack/react-query';
import type { UserResponse } from '#contract/account/session.ts';
import { forgetPrivateResponses } from './private-responses.ts';
import { announceSignIn, readHint } from './signed-in-hint.ts';
import { userKeyOf } from './use-user.ts';

/** Signs the user in on this page, after the server has opened the session and set the hint cookie (spec 4, Session). */
export function beginSession(cache: QueryClient, user: UserResponse): void {
  forgetPrivateResponses(cache);
  cache.setQueryData(userKeyOf(readHint()), user);
  announceSignIn();
}
