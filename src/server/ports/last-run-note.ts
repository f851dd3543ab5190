/** A reconciliation run of an installation. */
export interface NotedRun {
  readonly installationId: string;
  readonly runId: string;
  readonly startedAt: Date;
}

/** The port to a note, outside the database, of the last reconciliation run. A database that lacks this run was restored. */
export interface LastRunNote {
  /** Returns undefined if there is no note or it cannot be read. */
  read(): NotedRun | undefined;
  /** Throws if the note cannot be written. */
  write(run: NotedRun): void;
}
