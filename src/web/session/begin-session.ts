import type { QueryClient } from '@tanstack/react-query';
import type { UserAnswer } from '#contract/account/session.ts';
import { forgetPrivateAnswers } from './private-answers.ts';
import { announceSignIn, readHint } from './signed-in-hint.ts';
import { userKeyOf } from './use-user.ts';

/** Signs the user in on this page, after the server has opened the session and set the hint cookie (spec 4, Session). */
export function beginSession(cache: QueryClient, user: UserAnswer): void {
  forgetPrivateAnswers(cache);
  cache.setQueryData(userKeyOf(readHint()), user);
  announceSignIn();
}
