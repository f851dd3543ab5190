import { useState, type SubmitEvent, type SyntheticEvent } from 'react';
import { checkForm, readForm, type CheckedForm, type Problems } from './check-form.ts';
import { useKeptFocus } from './use-kept-focus.ts';

type Schema<Request> = Parameters<typeof checkForm<Request>>[0];

/** What became of a request: `done`, or `refused` with the sentences that belong under a field; a toast has told the others. */
export type Submission = { readonly code: 'done' } | { readonly code: 'refused'; readonly problems: Problems };

/** A form that says what is wrong with it once it was submitted, and from then on with every change (spec 5). */
export interface CheckedFormState {
  readonly problems: Problems;
  readonly isSubmitting: boolean;
  /** For the `form` element: changes of its fields rise to it. */
  readonly formProps: {
    readonly method: 'post';
    readonly noValidate: true;
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
    readonly onChange: (event: SyntheticEvent<HTMLFormElement>) => void;
  };
}

/**
 * Minds a form whose fields keep their own texts: what was typed or filled in before the page was taken over is still there
 * when it is read. `submit` is called with a valid request, never twice at once. After it is done the form is as good as new.
 * `onInvalid` hears of every attempt to send a form that something is wrong with.
 */
export function useCheckedForm<Request>(
  schema: Schema<Request>,
  submit: (request: Request) => Promise<Submission>,
  onInvalid: (problems: Problems) => void = () => undefined,
): CheckedFormState {
  const [problems, setProblems] = useState<Problems>({});
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [isSubmitting, setIsSubmitting] = useState(false);
  useKeptFocus(isSubmitting);

  function check(form: HTMLFormElement): CheckedForm<Request> {
    const checked = checkForm(schema, readForm(form));
    setProblems(checked.code === 'invalid' ? checked.problems : {});
    return checked;
  }

  async function handleSubmit(form: HTMLFormElement): Promise<void> {
    setWasSubmitted(true);
    const checked = check(form);
    if (checked.code === 'invalid') {
      onInvalid(checked.problems);
      return focusFirst(form, checked.problems);
    }
    setIsSubmitting(true);
    const submission = await submit(checked.request).finally(() => setIsSubmitting(false));
    if (submission.code === 'done') return setWasSubmitted(false);
    setProblems(submission.problems);
    focusFirst(form, submission.problems);
  }

  return {
    problems,
    isSubmitting,
    formProps: {
      method: 'post',
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        if (!isSubmitting) void handleSubmit(event.currentTarget);
      },
      onChange: (event) => void (wasSubmitted && check(event.currentTarget)),
    },
  };
}

/** Leads to the first field that something is wrong with; its sentence is read out with it. */
function focusFirst(form: HTMLFormElement, problems: Problems): void {
  const isWrong = (field: Element): boolean => Object.hasOwn(problems, field.getAttribute('name') ?? '');
  const field = Array.from(form.elements).find(isWrong);
  if (field instanceof HTMLElement) field.focus();
}
