import * as z from 'zod/mini';

/** The user in every answer, without anything secret (spec-readings, The wire). */
export const userAnswer = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  country: z.string(),
  isAdmin: z.boolean(),
});

export type UserAnswer = z.infer<typeof userAnswer>;

/** The answer of a call that returns nothing. */
export const doneAnswer = z.object({});

/**
 * A cookie that our pages can read, unlike the session's, so that they request the user only when someone is signed in
 * (decision 0074). It holds the user's role and part of a hash of the user's id, such as `donor.Ab3dEf6h` or
 * `admin.Zy9xWv7u`. Any other text means that someone is signed in, with a role yet unknown.
 */
export const signedInHint = 'signed_in';
