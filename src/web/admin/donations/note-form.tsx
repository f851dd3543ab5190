import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type JSX } from 'react';
import { noteRequest } from '#contract/admin/donations/help.ts';
import { donationDetailCalls } from '#contract/calls/admin/donations/detail.ts';
import { idempotencyKeyHeader } from '#contract/endpoint.ts';
import { failureText } from '#web/api-error.ts';
import { callEndpoint } from '#web/api.ts';
import { hasSessionEnded } from '#web/session/index.ts';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { TextAreaField } from '#web/ui/form/fields.tsx';
import { SaveButton } from '#web/ui/form/save-button.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useHasRight } from '../use-staff.ts';
import { newRequestKey } from './request-key.ts';
import { donationKey } from './use-donation.ts';

/** Adds a note for the team. Shown only to staff who may help donors. */
export function NoteForm({ id }: { readonly id: string }): JSX.Element | null {
  const canHelp = useHasRight('helpDonors');
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(newRequestKey()); // the same until the note is added, so that a retry does not add it twice
  const [failure, setFailure] = useState<string>();
  const { problems, isSubmitting, formProps } = useForm(noteRequest, async (body) => {
    setFailure(undefined);
    try {
      await callEndpoint(donationDetailCalls.addNote, {
        params: { id },
        body,
        headers: { [idempotencyKeyHeader]: key.current },
      });
      key.current = newRequestKey();
      form.current?.reset();
      await cache.invalidateQueries({ queryKey: donationKey(id) });
    } catch (problem) {
      if (!(await hasSessionEnded(cache, problem))) setFailure(failureText(problem));
    }
    return { code: 'done' };
  });
  if (!canHelp) return null;
  return (
    <form {...formProps} ref={form} className="form-fields donation-note">
      <TextAreaField
        id="donation-note"
        name="note"
        label="Add a note"
        hint="For the team. Notes cannot be changed or removed."
        problem={problems['note']}
      />
      <FieldProblem sentence={failure} />
      <SaveButton isSaving={isSubmitting} savingText="Adding…">
        Add note
      </SaveButton>
    </form>
  );
}
