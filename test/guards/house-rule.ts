import type { SourceFile } from './source-file.ts';

/** A rule of the house about one file at a time. */
export interface HouseRule {
  /** The rule as a fact that holds. */
  readonly name: string;
  /** Whether the rule has a say about the file. */
  judges(file: SourceFile): boolean;
  /** One sentence for every breach in a file that the rule judges; empty when it is kept. */
  breaches(file: SourceFile): readonly string[];
}
