import type * as z from 'zod/mini';

/** What a form holds, by the names of its fields. */
export type FormTexts = Readonly<Record<string, string>>;

/** Sentences under the fields that have one. */
export type Problems = Readonly<Record<string, string>>;

/** A form's content that the server will understand, or what is wrong with it. */
export type CheckedForm<Request> =
  | { readonly code: 'valid'; readonly request: Request }
  | { readonly code: 'invalid'; readonly problems: Problems };

/** Reads a form by the contract's own schema, so that browser and server say the same sentences. One sentence a field. */
export function checkForm<Request>(schema: z.ZodMiniType<Request>, texts: FormTexts): CheckedForm<Request> {
  const parsed = schema.safeParse(texts);
  if (parsed.success) return { code: 'valid', request: parsed.data };
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) problems[String(path[0])] ??= message;
  return { code: 'invalid', problems };
}

/** The texts in a form's fields, as they stand. */
export const readForm = (form: HTMLFormElement): FormTexts =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
