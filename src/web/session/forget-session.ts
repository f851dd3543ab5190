import type { QueryClient } from '@tanstack/react-query';
import { forgetPrivateAnswers } from './private-answers.ts';
import { dropSignedInHint } from './signed-in-hint.ts';

/** Makes the page nobody's: the user and every private answer are gone from it (rulings, Visitors). */
export function forgetSession(cache: QueryClient): void {
  dropSignedInHint();
  forgetPrivateAnswers(cache);
}
