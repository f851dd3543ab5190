import type { Deps } from '#server/deps.ts';
import { findSessionsToExpire } from './queries.ts';

/**
 * Expires payment pages at Stripe, at most `slotsMax` at a time, so that Stripe's limit on calls leaves room for donors. If
 * Stripe does not respond for a page, the next round of `expireClosedPages` tries again.
 */
export async function expirePages(deps: Deps, sessionIds: readonly string[]): Promise<void> {
  await Promise.all(sessionIds.map((sessionId) => withSlot(() => expirePage(deps, sessionId))));
}

/** Expires the pages that should have expired and are still open, once in each round of the schedule. */
export const expireClosedPages = async (deps: Deps): Promise<void> =>
  expirePages(deps, await findSessionsToExpire(deps.db.read, deps.config.declines.pageMax, deps.clock.now()));

async function expirePage(deps: Deps, sessionId: string): Promise<void> {
  const expired = await deps.cards.expireSession(sessionId);
  if (expired.code === 'unavailable')
    deps.log.warn({ sessionId, detail: expired.detail }, 'the provider did not expire a payment page; will retry');
}

const slotsMax = 16; // for all callers together: about 80 calls a second, of the 100 that Stripe allows
let taken = 0;
const waiting: (() => void)[] = [];

async function withSlot(work: () => Promise<void>): Promise<void> {
  if (taken < slotsMax) taken += 1;
  else await nextSlot(); // finished work passes its slot on
  try {
    await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }
}

function nextSlot(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  return promise;
}
