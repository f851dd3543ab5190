import type { Row, Step, Steps } from './statements.ts';

/** A database with nothing between it and its driver. */
export interface BareStore {
  /** All rows of a query without values. */
  query(text: string): Promise<readonly Row[]>;
  /** Runs one statement on its own and answers its rows. */
  run(step: Step): Promise<readonly Row[]>;
  /** Runs the steps as one transaction. */
  transact(steps: Steps): Promise<void>;
  close(): Promise<void>;
}
