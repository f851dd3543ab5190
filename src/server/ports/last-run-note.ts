/** A reconciliation run of an installation. */
export interface NotedRun {
  readonly installationId: string;
  readonly runId: string;
  readonly startedAt: Date;
}

/** The port to a note of the last reconciliation run that is kept outside the database. A restored backup lacks that run. */
export interface LastRunNote {
  /** Undefined when there is none, or when it cannot be read. */
  read(): NotedRun | undefined;
  /** Throws when it cannot be written. */
  write(run: NotedRun): void;
}
