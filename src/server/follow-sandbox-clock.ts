import * as z from 'zod/mini';
import type { Clock } from './deps.ts';

export interface FollowingClock extends Clock {
  stop(): void;
}

/**
 * A clock with the same offset as the payment sandbox's, where months pass in seconds (spec-readings, Payment sandbox). The
 * offset is fetched every second; without a complete response it does not change.
 */
export async function followSandboxClock(address: URL): Promise<FollowingClock> {
  let offsetMs = 0;
  const follow = async (): Promise<void> => {
    const fetchedMs = await fetchOffsetMs(address).catch(() => undefined);
    if (fetchedMs !== undefined) offsetMs = fetchedMs;
  };
  await follow();
  const timer = setInterval(() => void follow(), intervalMs);
  timer.unref();
  return { now: () => new Date(Date.now() + offsetMs), stop: () => clearInterval(timer) };
}

async function fetchOffsetMs(address: URL): Promise<number | undefined> {
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  return response.ok ? clockResponse.parse(await response.json()).offsetSeconds * 1000 : undefined;
}

const clockResponse = z.object({ offsetSeconds: z.number() });
const intervalMs = 1000;
const timeoutMs = 900;
