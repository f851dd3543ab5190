import * as z from 'zod/mini';
import type { Clock } from './deps.ts';

/** A clock that can be told to stop following. */
export interface FollowingClock extends Clock {
  stop(): void;
}

/**
 * A clock that is ahead of this machine's by as much as a test provider's is (rulings, Payment sandbox: months pass in
 * seconds). Asked again every second; while nobody answers it keeps its last offset.
 */
export async function followProviderClock(address: URL): Promise<FollowingClock> {
  let offsetMs = 0;
  const follow = async (): Promise<void> => {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
    if (answer?.ok) offsetMs = clockAnswer.parse(await answer.json()).offsetSeconds * 1000;
  };
  await follow();
  const timer = setInterval(() => void follow(), intervalMs);
  timer.unref();
  return { now: () => new Date(Date.now() + offsetMs), stop: () => clearInterval(timer) };
}

const clockAnswer = z.object({ offsetSeconds: z.number() });
const intervalMs = 1000;
const timeoutMs = 900;
