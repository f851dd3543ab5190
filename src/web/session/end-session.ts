import { sessionEndpoints } from '#contract/session-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { queryClient } from '#web/server-data.tsx';
import { forgetSession } from './forget-session.ts';

/** Ends the session on the server, and makes the page nobody's. Rejects as `callEndpoint` does, and then nothing has changed. */
export async function endSession(): Promise<void> {
  await callEndpoint(sessionEndpoints.logout, {});
  forgetSession(queryClient);
}
