import type { QueryClient } from '@tanstack/react-query';
import { forgetPrivateAnswers } from './private-answers.ts';
import { dropSignedInHint } from './signed-in-hint.ts';

/** Signs the user out on this page: removes the hint cookie and everything private from the cache (spec-readings, Pages). */
export function forgetSession(cache: QueryClient): void {
  dropSignedInHint();
  forgetPrivateAnswers(cache);
}
