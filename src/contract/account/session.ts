import * as z from 'zod/mini';

/** The user as responses contain it, without anything secret (spec-readings, The wire). */
export const userResponse = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  country: z.string(),
  /** True if the user may read the contact messages. */
  isAdmin: z.boolean(),
});

export type UserResponse = z.infer<typeof userResponse>;

/** The response of a call that returns nothing. */
export const doneResponse = z.object({});

/**
 * A cookie that our pages can read, unlike the session's cookie. They request the user only if it says that someone is signed in
 * (decision 0074). It holds the kind of user and part of a hash of the user's id, such as `donor.Ab3dEf6h`: `admin` for
 * staff who may read messages, `staff` for the others. Any other text means that someone of an unknown kind is signed in.
 */
export const signedInHint = 'signed_in';
