import { useTellRefusal } from '#web/session/index.ts';
import type { Telling } from '#web/ui/tell-refusal.ts';
import { useCheckedForm, type CheckedFormState, type Submission } from '#web/ui/use-checked-form.ts';

/** A form of the account: does a deed with a valid request, and tells a refusal where it belongs. */
export function useAccountForm<Request>(
  schema: Parameters<typeof useCheckedForm<Request>>[0],
  deed: (request: Request) => Promise<void>,
  telling: Telling,
): CheckedFormState {
  const tell = useTellRefusal();
  return useCheckedForm(schema, async (request): Promise<Submission> => {
    try {
      await deed(request);
      return { code: 'done' };
    } catch (problem) {
      return tell(problem, telling);
    }
  });
}
