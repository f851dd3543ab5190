import { useRefusalToast } from '#web/session/index.ts';
import type { RefusalPlacement } from '#web/ui/form/show-refusal.ts';
import { useForm, type FormState, type Submission } from '#web/ui/form/use-form.ts';

/** A form on the account page: runs the action with a valid request, and shows a refusal under its field or in a toast. */
export function useAccountForm<Request>(
  schema: Parameters<typeof useForm<Request>>[0],
  action: (request: Request) => Promise<void>,
  placement: RefusalPlacement,
): FormState {
  const showRefusal = useRefusalToast();
  return useForm(schema, async (request): Promise<Submission> => {
    try {
      await action(request);
      return { code: 'done' };
    } catch (problem) {
      return showRefusal(problem, placement);
    }
  });
}
