import { z } from 'zod';
import type { Metadata } from '../state/records.ts';

/** A refusal inside a schema that carries Stripe's code. */
export function refuse(context: z.RefinementCtx, code: string, message: string): typeof z.NEVER {
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
}

/** A whole number as a form sends it. */
export const formInteger = z.string().transform((text, context) => {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  return refuse(context, 'parameter_invalid_integer', `Invalid integer: ${text}`);
});

/** A whole number between two bounds. */
export const formIntegerBetween = (least: number, most: number) =>
  formInteger.transform((value, context) => {
    if (value < least) {
      return refuse(context, 'parameter_invalid_integer', `This value must be greater than or equal to ${least}.`);
    }
    if (value > most) {
      return refuse(context, 'parameter_invalid_integer', `This value must be less than or equal to ${most}.`);
    }
    return value;
  });

/** `true` or `false`. */
export const formBoolean = z.string().transform((text, context) => {
  if (text === 'true') return true;
  if (text === 'false') return false;
  return refuse(context, 'parameter_invalid_boolean', `Invalid boolean: ${text}`);
});

/** A text of limited length. */
export const formText = (lengthMax: number) =>
  z.string().transform((text, context) => {
    if (text.length <= lengthMax) return text;
    return refuse(
      context,
      'parameter_invalid_string_too_long',
      `Invalid string: must be at most ${lengthMax} characters`,
    );
  });

/** One of a few words. */
export const formChoice = <const T extends string>(choices: readonly T[]) =>
  z.string().transform((text, context) => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice !== undefined) return choice;
    return refuse(context, 'parameter_invalid_enum', `Invalid value: must be one of ${choices.join(', ')}`);
  });

/** An absolute web address of at most 5,000 characters. */
export const formUrl = formText(5000).transform((text, context) => {
  const isWebAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isWebAddress ? text : refuse(context, 'url_invalid', 'Not a valid URL');
});

/** An e-mail address, as loosely judged as a mail server would. */
export const formEmail = formText(800).transform((text, context) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : refuse(context, 'email_invalid', `Invalid email address: ${text}`),
);

/** Changes of an object's metadata: an empty value removes its pair. */
export const formMetadataChange = z.record(z.string(), z.string()).transform((pairs, context) => {
  const kept = Object.entries(pairs);
  if (kept.length > 50) return refuse(context, 'parameter_invalid', 'You can have at most 50 metadata keys');
  for (const [key, value] of kept) {
    if (key.length > 40) {
      return refuse(context, 'parameter_invalid', `Metadata keys can be at most 40 characters: ${key}`);
    }
    if (value.length > 500) {
      return refuse(context, 'parameter_invalid', `Metadata values can have up to 500 characters: ${key}`);
    }
  }
  return Object.fromEntries(kept);
});

/** Metadata of a new object, up to 50 pairs. */
export const formMetadata = formMetadataChange.transform((pairs) => changedMetadata({}, pairs));

/** Metadata after a change. */
export const changedMetadata = (before: Metadata, change: Metadata = {}): Metadata =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''));

/** An empty text, which unsets what stood there. The endpoint must name the parameter among those that it can unset. */
export const formUnset = z.literal('').transform(() => null);

/** A moment, or a range of moments by its open or closed ends, in seconds. */
export const formCreated = z.union([
  formInteger.transform((moment) => ({ gte: moment, lte: moment })),
  z.strictObject({
    gt: formInteger.optional(),
    gte: formInteger.optional(),
    lt: formInteger.optional(),
    lte: formInteger.optional(),
  }),
]);

/** The parameter that every call takes: paths of properties to send whole instead of as ids. */
export const expandParameter = { expand: z.array(z.string()).max(20).optional() };

/** The parameters that every list takes. */
export const pageParameters = {
  ...expandParameter,
  limit: formIntegerBetween(1, 100).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
};
