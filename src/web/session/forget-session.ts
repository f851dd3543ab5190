import type { QueryClient } from '@tanstack/react-query';
import { forgetPrivateAnswers } from './private-answers.ts';
import { dropSignedInHint } from './signed-in-hint.ts';

/** After the user has signed out: removes the hint cookie and everything private from the cache (spec-readings, Pages). */
export function forgetSession(cache: QueryClient): void {
  dropSignedInHint('signed_out');
  forgetPrivateAnswers(cache);
}
