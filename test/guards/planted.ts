/** A file that is planted before a guard: where it would lie, and what it would say. */
export interface Planted {
  readonly path: string;
  readonly source: string;
}

/** What is planted for one rule: files that break it, each by itself, and files that come near and keep it. */
export interface PlantedForRule {
  readonly rule: string;
  readonly breaking: readonly Planted[];
  readonly keeping: readonly Planted[];
}

/** A planted file; without a source it is one of one harmless line. */
export const file = (path: string, source = 'export const answer = 42;\n'): Planted => ({ path, source });
