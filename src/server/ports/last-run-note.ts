/** A reconciliation run of an installation. */
export interface NotedRun {
  readonly installationId: string;
  readonly runId: string;
  readonly startedAt: Date;
}

/** The port to a note, outside the database, of the last reconciliation run. A database that lacks this run was restored. */
export interface LastRunNote {
  /** Undefined when there is none, or when it cannot be read. */
  read(): NotedRun | undefined;
  /** Throws when it cannot be written. */
  write(run: NotedRun): void;
}
