import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type JSX, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { ApiError, failureText } from '#web/api-error.ts';
import { hasSessionEnded } from '#web/session/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { TextAreaField } from '#web/ui/form/fields.tsx';
import { SaveButton } from '#web/ui/form/save-button.tsx';
import type { RefusalPlacement } from '#web/ui/form/show-refusal.ts';
import { useForm, type Problems } from '#web/ui/form/use-form.ts';
import { rescueFocus } from '#web/ui/use-focus-restore.ts';

interface ActionDialogProps<Request> {
  readonly isOpen: boolean;
  /** The question: `Refund this donation?` */
  readonly title: string;
  /** Checks the fields, including `reason`, and turns them into a request. */
  readonly schema: z.ZodMiniType<Request>;
  /** The button that acts, and its label while it is busy. */
  readonly action: string;
  readonly busyText: string;
  /** The button that changes nothing. */
  readonly cancelText?: string;
  /**
   * Calls the server. If the call fails, the dialog stays open and shows why. Until the call has succeeded, the function must
   * not cause the page to unmount the dialog, because that sentence would be lost.
   */
  readonly run: (request: Request) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** Fields besides the reason. */
  readonly fields?: (problems: Problems) => ReactNode;
  /** The fields under which refusals are shown, by the code of the refusal. Other refusals are shown below all fields. */
  readonly fieldOfCode?: RefusalPlacement['fields'];
  /** Says what the action does. */
  readonly children: ReactNode;
}

/** Confirms an action of staff: says what the action does, and asks for its fields and the reason. */
export function ActionDialog<Request>({ isOpen, title, onClose, ...action }: ActionDialogProps<Request>): JSX.Element {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} role="alertdialog">
      {isOpen && <ActionForm {...action} onClose={onClose} />}
    </Dialog>
  );
}

function ActionForm<Request>({
  schema,
  action,
  busyText,
  cancelText = 'Cancel',
  run,
  onDone,
  onClose,
  fields,
  fieldOfCode = {},
  children,
}: Omit<ActionDialogProps<Request>, 'isOpen' | 'title'>): JSX.Element {
  const cache = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const setHasFailed = useReloadAfterFailure();
  const { problems, isSubmitting, formProps } = useForm(schema, async (request) => {
    setFailure(undefined);
    try {
      await run(request);
      setHasFailed(false);
      onDone();
      rescueFocus();
    } catch (problem) {
      setHasFailed(true);
      if (await hasSessionEnded(cache, problem)) return { code: 'done' };
      const fieldBy: Readonly<Record<string, string | undefined>> = fieldOfCode;
      const field = problem instanceof ApiError ? fieldBy[problem.code ?? ''] : undefined;
      if (field !== undefined) return { code: 'refused', problems: { [field]: failureText(problem) } };
      setFailure(failureText(problem));
    }
    return { code: 'done' };
  });
  return (
    <form {...formProps} className="form-fields">
      <div>{children}</div>
      {fields?.(problems)}
      <TextAreaField
        id="action-reason"
        name="reason"
        label="Reason"
        hint="Kept in the audit log."
        required
        problem={problems['reason']}
      />
      <FieldProblem sentence={failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="quiet" onClick={onClose}>
          {cancelText}
        </Button>
        <SaveButton isSaving={isSubmitting} savingText={busyText}>
          {action}
        </SaveButton>
      </div>
    </form>
  );
}

/**
 * When a dialog closes after a failed attempt, reloads what the page shows: someone else may have acted first, or the response
 * was lost. Returns a function that records whether the attempt failed.
 */
function useReloadAfterFailure(): (hasFailed: boolean) => void {
  const cache = useQueryClient();
  const failed = useRef(false);
  useEffect(
    () => () => {
      if (!failed.current) return;
      void cache.invalidateQueries();
      rescueFocus();
    },
    [cache],
  );
  return (hasFailed) => void (failed.current = hasFailed);
}
