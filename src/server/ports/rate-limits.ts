import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Database } from '#server/db/database.ts';

/**
 * Counts the calls of each caller in this process, and adds what other processes on the database have counted. They tell each
 * other every second, and only of callers who come near a limit (decision 0145).
 */
export interface RateLimits {
  /** Where the rate limit plugin counts. */
  readonly Store: FastifyRateLimitStoreCtor;
  /** Tells other processes what was counted here since the last time, and learns what they have counted. */
  exchange(db: Database): Promise<void>;
}
