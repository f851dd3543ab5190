import type { SourceFile } from './source-file.ts';

/** A rule about one file at a time. */
export interface Rule {
  /** The rule, as a statement. */
  readonly name: string;
  /** Returns true if the rule applies to the file. */
  appliesTo(file: SourceFile): boolean;
  /** Returns one sentence for every violation, or an empty list if the file keeps the rule. */
  violations(file: SourceFile): readonly string[];
}
