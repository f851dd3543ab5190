import * as z from 'zod/mini';

/** A text that both databases keep as it is. */
export const textSchema = z.string().check(
  z.minLength(1),
  z.refine((text) => !text.includes('\0') && text.isWellFormed()),
);

/** An instant in whole seconds since 1970, within the calendar. */
export const instantSchema = z.int().check(z.gte(0), z.lte(8_640_000_000_000));

/** What Stripe names by its id alone, or shows whole when it was asked to. */
export const referenceSchema = z.union([textSchema, z.looseObject({ id: textSchema })]);

/** The id of what is named. */
export const idOf = (named: z.infer<typeof referenceSchema>): string => (typeof named === 'string' ? named : named.id);
