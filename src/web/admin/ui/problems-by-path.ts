import type { Problems } from '#web/ui/form/use-form.ts';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Returns the first problem of each field, by the field's path: `months.0.meals`. */
export const problemsByPath = (issues: readonly Issue[]): Problems =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.map(String).join('.'), message]));
