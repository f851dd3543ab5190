import { flushSync } from 'react-dom';
import { sessionCalls } from '#contract/calls/session.ts';
import { callEndpoint } from '#web/api.ts';
import { queryClient } from '#web/server-data.tsx';
import { forgetSession, privateAnswers } from '#web/session/index.ts';

/**
 * Ends the session on the server and removes everything private from the page. Private requests are canceled first, and so are
 * those that a page still loading starts before the session has ended: the server would refuse them with a 401. Rejects as
 * `callEndpoint` does, and then fetches again what was canceled.
 */
export async function endSession(): Promise<void> {
  const stopCanceling = cancelNewRequests();
  try {
    await queryClient.cancelQueries(privateAnswers);
    await callEndpoint(sessionCalls.logout, {});
    flushSync(forgetSession); // a component that has just been mounted requests its data now, and is canceled too
  } catch (problem) {
    stopCanceling();
    void queryClient.refetchQueries({ ...privateAnswers, type: 'active' });
    throw problem;
  }
  stopCanceling();
}

/** Cancels every private request from now on, as soon as it starts. Returns the function that stops doing so. */
const cancelNewRequests = (): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return;
    queueMicrotask(() => void queryClient.cancelQueries(privateAnswers)); // the request starts right after this event
  });
