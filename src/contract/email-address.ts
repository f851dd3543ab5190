import * as z from 'zod/mini';

/** The longest address that an email can be sent to, in characters (RFC 5321, 4.5.3.1.3, without the angle brackets). */
export const emailAddressMax = 254;

/** An email address that is entered. */
export const emailAddress = (invalid: string, missing = invalid) => addressOf(emailAddressMax, invalid, missing);

/** An email address to look up among those that are stored. Earlier releases stored up to 320 characters. */
export const storedEmailAddress = (invalid: string) => addressOf(320, invalid, invalid);

const addressOf = (lengthMax: number, invalid: string, missing: string) =>
  z
    .string({ error: missing })
    .check(
      z.trim(),
      z.minLength(1, { error: missing }),
      z.maxLength(lengthMax, { error: invalid }),
      z.email({ error: invalid }),
    );
