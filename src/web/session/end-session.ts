import { sessionEndpoints } from '#contract/session-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { queryClient } from '#web/server-data.tsx';
import { forgetSession } from './forget-session.ts';
import { privateAnswers } from './private-answers.ts';

/**
 * Ends the session on the server, and makes the page nobody's. What the page is still asking for is given up first: it would be
 * refused, and the refusal taken for the end of the session. Rejects as `callEndpoint` does, and then it is asked for again.
 */
export async function endSession(): Promise<void> {
  await queryClient.cancelQueries(privateAnswers);
  try {
    await callEndpoint(sessionEndpoints.logout, {});
  } catch (problem) {
    void queryClient.refetchQueries({ ...privateAnswers, type: 'active' });
    throw problem;
  }
  forgetSession(queryClient);
}
