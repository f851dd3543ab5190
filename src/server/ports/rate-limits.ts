import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Database } from '#server/db/database.ts';

/**
 * Counts the calls of each caller in this process, and adds what other processes on the database have counted. Every second,
 * processes exchange the counts of callers who have used a tenth of a limit or more (decision 0145).
 */
export interface RateLimits {
  /** The store in which the rate limit plugin counts. */
  readonly Store: FastifyRateLimitStoreCtor;
  /** Writes what this process has counted since the last exchange, and reads what other processes have counted. */
  exchange(db: Database): Promise<void>;
}
