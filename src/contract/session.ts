import * as z from 'zod/mini';

/** The user as every answer has it: nothing secret (rulings, The wire). */
export const userAnswer = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  country: z.string(),
  isAdmin: z.boolean(),
});

/** A user on the wire. */
export type UserAnswer = z.infer<typeof userAnswer>;

/** An answer that says no more than that it was done. */
export const doneAnswer = z.object({});

/**
 * Cookie beside the session that tells our page, and nobody else, that asking for the user makes sense (design 6): role and tag
 * of the user, such as `donor.Ab3dEf6h` or `admin.Zy9xWv7u`. Any other text stands for somebody of whom no more is known.
 */
export const signedInHint = 'signed_in';
