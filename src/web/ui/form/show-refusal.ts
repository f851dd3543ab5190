import type { ErrorCode } from '#contract/error.ts';
import { ApiError, failureText } from '#web/api-error.ts';
import { showToast } from '../toast/toast.ts';
import type { Submission } from './use-form.ts';

/** The place where a refusal is shown: under the field that its code belongs to, otherwise in a toast. */
export interface RefusalPlacement {
  /** The title of the toast, which says what did not happen. */
  readonly title: string;
  /** The field that each error code belongs to. */
  readonly fields?: Partial<Record<ErrorCode, string>>;
}

/** Shows why a call failed. */
export function showRefusal(problem: unknown, { title, fields = {} }: RefusalPlacement): Submission {
  const fieldByCode: Readonly<Record<string, string | undefined>> = fields;
  const field = problem instanceof ApiError && problem.code !== undefined ? fieldByCode[problem.code] : undefined;
  const sentence = failureText(problem);
  if (field !== undefined) return { code: 'refused', problems: { [field]: sentence } };
  showToast({ title, description: sentence, tone: 'destructive' });
  return { code: 'refused', problems: {} };
}
