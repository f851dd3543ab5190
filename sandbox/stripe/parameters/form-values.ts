import { z } from 'zod';
import type { Metadata } from '../records.ts';

/** Refuses a value inside a schema, with Stripe's error code. */
export function refuse(context: z.RefinementCtx, code: string, message: string): typeof z.NEVER {
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
}

/** A whole number in form encoding. */
export const formInteger = z.string().transform((text, context) => {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  return refuse(context, 'parameter_invalid_integer', `Invalid integer: ${text}`);
});

/** A whole number in a range. */
export const formIntegerBetween = (min: number, max: number) =>
  formInteger.transform((value, context) => {
    if (value < min) {
      return refuse(context, 'parameter_invalid_integer', `This value must be greater than or equal to ${min}.`);
    }
    if (value > max) {
      return refuse(context, 'parameter_invalid_integer', `This value must be less than or equal to ${max}.`);
    }
    return value;
  });

/** `true` or `false`. */
export const formBoolean = z.string().transform((text, context) => {
  if (text === 'true') return true;
  if (text === 'false') return false;
  return refuse(context, 'parameter_invalid_boolean', `Invalid boolean: ${text}`);
});

/** A string of limited length. */
export const formText = (lengthMax: number) =>
  z.string().transform((text, context) => {
    if (text.length <= lengthMax) return text;
    return refuse(
      context,
      'parameter_invalid_string_too_long',
      `Invalid string: must be at most ${lengthMax} characters`,
    );
  });

/** One of the given strings. */
export const formChoice = <const T extends string>(choices: readonly T[]) =>
  z.string().transform((text, context) => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice !== undefined) return choice;
    return refuse(context, 'parameter_invalid_enum', `Invalid value: must be one of ${choices.join(', ')}`);
  });

/** An absolute http or https URL of at most 5,000 characters. */
export const formUrl = formText(5000).transform((text, context) => {
  const isHttpUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isHttpUrl ? text : refuse(context, 'url_invalid', 'Not a valid URL');
});

/** An email address, checked only roughly. */
export const formEmail = formText(800).transform((text, context) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : refuse(context, 'email_invalid', `Invalid email address: ${text}`),
);

/** Changes to metadata: an empty value removes its key. */
export const formMetadataChange = z.record(z.string(), z.string()).transform((pairs, context) => {
  const entries = Object.entries(pairs);
  if (entries.length > 50) return refuse(context, 'parameter_invalid', 'You can have at most 50 metadata keys');
  for (const [key, value] of entries) {
    if (key.length > 40) {
      return refuse(context, 'parameter_invalid', `Metadata keys can be at most 40 characters: ${key}`);
    }
    if (value.length > 500) {
      return refuse(context, 'parameter_invalid', `Metadata values can have up to 500 characters: ${key}`);
    }
  }
  return Object.fromEntries(entries);
});

/** Metadata of a new object. */
export const formMetadata = formMetadataChange.transform((pairs) => changedMetadata({}, pairs));

/** Metadata after a change. */
export const changedMetadata = (before: Metadata, change: Metadata = {}): Metadata =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''));

/** An empty string, which unsets a value. The endpoint must list the parameter as unsettable. */
export const formUnset = z.literal('').transform(() => null);

/** A time or a range of times, in seconds. */
export const formCreated = z.union([
  formInteger.transform((seconds) => ({ gte: seconds, lte: seconds })),
  z.strictObject({
    gt: formInteger.optional(),
    gte: formInteger.optional(),
    lt: formInteger.optional(),
    lte: formInteger.optional(),
  }),
]);

/** The parameter of every call: paths whose ids are to be replaced with full objects. */
export const expandParameter = { expand: z.array(z.string()).max(20).optional() };

/** The parameters of every list. */
export const pageParameters = {
  ...expandParameter,
  limit: formIntegerBetween(1, 100).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
};
