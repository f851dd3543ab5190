import type { QueryClient } from '@tanstack/react-query';
import type { UserAnswer } from '#contract/session.ts';
import { userKey } from '#web/query-client.ts';
import { noteRole } from './signed-in-hint.ts';
import { forgetPrivateAnswers } from './private-answers.ts';

/** Makes the page this user's, after the server has opened the session (spec 4, Session). */
export function beginSession(cache: QueryClient, user: UserAnswer): void {
  forgetPrivateAnswers(cache);
  cache.setQueryData(userKey, user);
  noteRole(user);
}
