import { onlineManager } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { sessionCalls } from '#contract/calls/session.ts';
import { callEndpoint } from '#web/api.ts';
import { queryClient } from '#web/server-data.tsx';
import { forgetSession, privateResponses } from '#web/session/index.ts';

/**
 * Ends the session on the server and removes everything private from the page. Private requests are canceled first, and new ones
 * wait until the session has ended: the server would refuse them with a 401. Rejects as `callEndpoint` does, and then fetches
 * again what was canceled.
 */
export async function endSession(): Promise<void> {
  const resume = pauseQueries();
  try {
    await queryClient.cancelQueries(privateResponses);
    await callEndpoint(sessionCalls.logout, {});
    flushSync(forgetSession);
    await queryClient.cancelQueries(privateResponses); // a component mounted in `flushSync` may have started its own
  } catch (problem) {
    resume();
    void queryClient.refetchQueries({ ...privateResponses, type: 'active' });
    throw problem;
  }
  resume();
}

/** Makes queries wait, as without a network. Returns a function that resumes those still in the cache. */
function pauseQueries(): () => void {
  const wasOnline = onlineManager.isOnline();
  onlineManager.setOnline(false);
  return () => onlineManager.setOnline(wasOnline);
}
