/** The calls that one process has counted for one caller under one limit, until the window ends. */
export interface RateLimitWindowRow {
  process_id: string;
  /** A hash of the limit and the caller. */
  limit_key: string;
  calls: number;
  ends_at: string;
}
