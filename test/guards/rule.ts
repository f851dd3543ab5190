import type { SourceFile } from './source-file.ts';

/** A rule about one file at a time. */
export interface Rule {
  /** The rule, as a statement. */
  readonly name: string;
  /** Whether the rule applies to the file. */
  appliesTo(file: SourceFile): boolean;
  /** One sentence for every violation; empty when the file keeps the rule. */
  violations(file: SourceFile): readonly string[];
}
