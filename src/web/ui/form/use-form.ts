import { useState, type SubmitEvent, type SyntheticEvent } from 'react';
import type * as z from 'zod/mini';
import { useFocusRestore } from '../use-focus-restore.ts';

/** The error sentences to show, by field name. */
export type Problems = Readonly<Record<string, string>>;

/** A form's content as a valid request, or its errors. */
type CheckedForm<Request> =
  | { readonly code: 'valid'; readonly request: Request }
  | { readonly code: 'invalid'; readonly problems: Problems };

/** The result of a request: `done`, or `refused` with the errors to show under fields. `submit` has shown all other errors. */
export type Submission = { readonly code: 'done' } | { readonly code: 'refused'; readonly problems: Problems };

/** A form that shows its errors when it is submitted, and from then on checks every change (spec 5). */
export interface FormState {
  readonly problems: Problems;
  readonly isSubmitting: boolean;
  /** For the `form` element, which also receives the change events of its fields. */
  readonly formProps: {
    readonly method: 'post';
    readonly noValidate: true;
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
    readonly onChange: (event: SyntheticEvent<HTMLFormElement>) => void;
  };
}

/**
 * Runs a form. The fields are uncontrolled, so that text typed or filled in before hydration is not lost. `submit` receives a
 * valid request, and is never called again before it has finished. `onInvalid` is called for every attempt to submit an
 * invalid form.
 */
export function useForm<Request>(
  schema: z.ZodMiniType<Request>,
  submit: (request: Request) => Promise<Submission>,
  onInvalid: (problems: Problems) => void = () => undefined,
): FormState {
  const [problems, setProblems] = useState<Problems>({});
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [isSubmitting, setIsSubmitting] = useState(false);
  useFocusRestore(isSubmitting);

  function check(form: HTMLFormElement): CheckedForm<Request> {
    const checked = checkForm(schema, form);
    setProblems(checked.code === 'invalid' ? checked.problems : {});
    return checked;
  }

  async function handleSubmit(form: HTMLFormElement): Promise<void> {
    setWasSubmitted(true);
    const checked = check(form);
    if (checked.code === 'invalid') {
      onInvalid(checked.problems);
      return focusFirstInvalid(form, checked.problems);
    }
    setIsSubmitting(true);
    const submission = await submit(checked.request).finally(() => setIsSubmitting(false));
    if (submission.code === 'done') return setWasSubmitted(false);
    setProblems(submission.problems);
    focusFirstInvalid(form, submission.problems);
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

/** Checks a form. With a schema of the contract, browser and server show the same sentences. A field shows its first error. */
function checkForm<Request>(schema: z.ZodMiniType<Request>, form: HTMLFormElement): CheckedForm<Request> {
  const parsed = schema.safeParse(Object.fromEntries(new FormData(form)));
  if (parsed.success) return { code: 'valid', request: parsed.data };
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) problems[String(path[0])] ??= message;
  return { code: 'invalid', problems };
}

/** Focuses the first invalid field. Screen readers then read its error. */
function focusFirstInvalid(form: HTMLFormElement, problems: Problems): void {
  const isInvalid = (field: Element): boolean => Object.hasOwn(problems, field.getAttribute('name') ?? '');
  const field = Array.from(form.elements).find(isInvalid);
  if (field instanceof HTMLElement) field.focus();
}
