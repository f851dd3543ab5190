/** A file that is planted to test a guard: its path and its source. */
export interface Planted {
  readonly path: string;
  readonly source: string;
}

/** The planted files for one rule: each of `breaking` breaks it on its own, and each of `keeping` comes close but keeps it. */
export interface PlantedForRule {
  readonly rule: string;
  readonly breaking: readonly Planted[];
  readonly keeping: readonly Planted[];
}

/** Creates a planted file; by default, its source is one harmless line. */
export const file = (path: string, source = 'export const answer = 42;\n'): Planted => ({ path, source });
