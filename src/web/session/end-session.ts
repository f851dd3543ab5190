import { sessionEndpoints } from '#contract/session-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { queryClient } from '#web/server-data.tsx';
import { forgetPrivateAnswers } from './private-answers.ts';
import { dropSignedInHint } from './signed-in-hint.ts';

/** Ends the session on the server. Rejects as `callEndpoint` does, and then nothing has changed. */
export const endSession = async (): Promise<void> => void (await callEndpoint(sessionEndpoints.logout, {}));

/** Makes the page nobody's: the user and every private answer are gone from it (rulings, Visitors). */
export function forgetSession(): void {
  dropSignedInHint();
  forgetPrivateAnswers(queryClient);
}
