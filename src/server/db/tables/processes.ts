/** The tables with which several processes share limits, locks and the scheduled work. */
export interface ProcessTables {
  rate_limit_windows: RateLimitWindowRow;
  schedule_lease: ScheduleLeaseRow;
  /** The locks that open transactions hold. */
  turns: { subject: string };
}

/** The calls that one process has counted for one caller under one limit, until the window ends. */
export interface RateLimitWindowRow {
  process_id: string;
  /** A hash of the limit and the caller. */
  limit_key: string;
  calls: number;
  ends_at: string;
}

/** The process that does the scheduled work for all; one row. */
interface ScheduleLeaseRow {
  number: number;
  process_id: string;
  expires_at: string;
}
