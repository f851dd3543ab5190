import type { Deps } from '#server/deps.ts';
import type { MailLane } from './mail-lanes.ts';
import { workOutbox, type JobHandlers } from './worker.ts';

/**
 * Sends the emails of one lane. Each call is a round, and resolves to the pause before the next one. Once a round finds the
 * mail server unavailable, the following ones try a single email, until one gets through.
 */
export function createMailLane(deps: Deps, lane: MailLane, handlers: JobHandlers): () => Promise<number> {
  let isServerUp = true;
  return async () => {
    const jobsMax = isServerUp ? connectionsMax : 1;
    const round = await workOutbox(deps, handlers, { jobsMax, isParallel: true });
    const wasUp = isServerUp;
    if (round.unavailable > 0) isServerUp = false;
    else if (round.done + round.postponed + round.dead > 0) isServerUp = true;
    if (wasUp && !isServerUp) deps.log.warn({ lane }, 'the mail server is unavailable; emails wait');
    if (!wasUp && isServerUp) deps.log.info({ lane }, 'the mail server answers again');
    const hasMore = round.unavailable === 0 && Object.values(round).some((count) => count > 0);
    if (hasMore) return 0;
    return isServerUp ? idlePauseMs : probePauseMs;
  };
}

const connectionsMax = 3; // some mail servers allow an account no more at a time
const idlePauseMs = 1000;
const probePauseMs = 5000;
