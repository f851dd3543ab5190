import type { ErrorCode } from '#contract/error.ts';
import { ApiError } from '#web/api.ts';
import { showToast } from './toast.ts';
import type { Submission } from './use-checked-form.ts';

/** Where a refusal is told: under the field that its code belongs to, else in a toast. */
export interface Telling {
  /** Title of the toast: what did not happen. */
  readonly title: string;
  /** Names of fields by the code of the refusal that is about them. */
  readonly fields?: Partial<Record<ErrorCode, string>>;
}

/** Tells why a call was not answered as it was meant to be, in the server's own sentence. */
export function tellRefusal(problem: unknown, { title, fields = {} }: Telling): Submission {
  const places: Readonly<Record<string, string | undefined>> = fields;
  const field = problem instanceof ApiError && problem.code !== undefined ? places[problem.code] : undefined;
  const sentence = sentenceOf(problem);
  if (field !== undefined) return { code: 'refused', problems: { [field]: sentence } };
  showToast({ title, description: sentence, tone: 'destructive' });
  return { code: 'refused', problems: {} };
}

/** What a person is told of a call that failed; the browser's own words for a broken connection help nobody. */
export const sentenceOf = (problem: unknown): string =>
  problem instanceof ApiError ? problem.sentence : 'We could not reach the server. Please try again.';
