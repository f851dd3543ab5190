import * as z from 'zod/mini';
import type { Clock } from './deps.ts';

export interface FollowingClock extends Clock {
  stop(): void;
}

/**
 * A clock with the same offset as the payment sandbox's, where months pass in seconds (spec-readings, Payment sandbox). The
 * offset is fetched every second; without a response it does not change.
 */
export async function followProviderClock(address: URL): Promise<FollowingClock> {
  let offsetMs = 0;
  const follow = async (): Promise<void> => {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
    if (response?.ok) offsetMs = clockResponse.parse(await response.json()).offsetSeconds * 1000;
  };
  await follow();
  const timer = setInterval(() => void follow(), intervalMs);
  timer.unref();
  return { now: () => new Date(Date.now() + offsetMs), stop: () => clearInterval(timer) };
}

const clockResponse = z.object({ offsetSeconds: z.number() });
const intervalMs = 1000;
const timeoutMs = 900;
