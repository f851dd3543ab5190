import type { Deps } from '#server/deps.ts';
import type { MailLane } from './mail-lanes.ts';
import { workOutbox, type JobHandlers } from './worker.ts';

/**
 * Returns a function that sends the emails of one lane. Each call is a round, and resolves to the milliseconds until the next.
 * If the mail server is unavailable and no email of a round gets through, later rounds try a single email until one does.
 * Emails in bulk are sent one by one, so that the other lanes get nearly all of the mail server's time.
 */
export function createMailLane(deps: Deps, lane: MailLane, handlers: JobHandlers): () => Promise<number> {
  let isServerUp = true;
  return async () => {
    const jobsMax = isServerUp && lane !== 'bulk' ? connectionsMax : 1;
    const round = await workOutbox(deps, handlers, { jobsMax, isParallel: true });
    const wasUp = isServerUp;
    if (round.done > 0) isServerUp = true;
    else if (round.unavailable > 0) isServerUp = false;
    else if (round.postponed + round.dead > 0) isServerUp = true;
    if (wasUp && !isServerUp) deps.log.warn({ lane }, 'the mail server is unavailable; emails wait');
    if (!wasUp && isServerUp) deps.log.info({ lane }, 'the mail server responds again');
    const isIdle = Object.values(round).every((count) => count === 0);
    const hasMore = !isIdle && (isServerUp || round.unavailable === 0);
    if (hasMore) return 0;
    return isServerUp ? idlePauseMs : probePauseMs;
  };
}

const connectionsMax = 3; // for each lane and process; some mail servers allow an account no more in total (decision 0094)
const idlePauseMs = 1000;
const probePauseMs = 5000;
