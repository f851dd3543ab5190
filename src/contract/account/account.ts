import * as z from 'zod/mini';
import { emailAddressMax } from '#contract/email-address.ts';

/** The sentences of the forms on `/auth` (spec 5) and of their refusals, and those about a missing session or right. */
export const accountSentences = {
  usernameShort: 'Username must be at least 3 characters',
  usernameFormat: 'Username can have 3 to 40 letters, digits, dots, dashes and underscores',
  usernameMixed: 'Please use letters of one common alphabet',
  passwordShort: 'Password must be at least 6 characters',
  passwordLong: 'Password can have at most 200 characters',
  emailInvalid: 'Please enter a valid email address',
  countryMissing: 'Please select a country',
  nameLong: 'Names can have at most 100 characters',
  loginFailed: 'Invalid username or password',
  codeNeeded: 'Please enter the code from your authenticator',
  usernameTaken: 'This username is already taken',
  emailTaken: 'This email address is already registered',
  signInNeeded: 'Please sign in.',
  forbidden: 'You do not have permission to do this.',
} as const;

/** The shortest username and password (spec 9). */
export const usernameMin = 3;
export const passwordMin = 6;

export const passwordMax = 200;

/** The countries of the registration form, in the spec's order (spec 3). `OTHER` is any other country. */
export const registrationCountries = [
  'US',
  'CA',
  'MX',
  'GB',
  'DE',
  'FR',
  'IT',
  'ES',
  'AU',
  'JP',
  'CN',
  'IN',
  'SG',
  'AE',
  'SA',
  'QA',
  'KW',
  'BH',
  'OM',
  'JO',
  'LB',
  'IL',
  'TR',
  'EG',
  'ZA',
  'NG',
  'KE',
  'MA',
  'BR',
  'AR',
  'CL',
  'CO',
  'OTHER',
] as const;

const optionalName = z.optional(
  z.nullable(z.string().check(z.trim(), z.maxLength(100, { error: accountSentences.nameLong }))),
);

/** A new password: 6 characters (spec 5) to 200. */
export const passwordField = z
  .string({ error: accountSentences.passwordShort })
  .check(
    z.minLength(passwordMin, { error: accountSentences.passwordShort }),
    z.maxLength(passwordMax, { error: accountSentences.passwordLong }),
  );

/**
 * A person's fields at registration and on `/account`. The prompt 'Select a country' sends `''` or `none`, which are not
 * countries (spec-readings, Accounts).
 */
export const profileFields = {
  email: z
    .string({ error: accountSentences.emailInvalid })
    .check(
      z.trim(),
      z.maxLength(emailAddressMax, { error: accountSentences.emailInvalid }),
      z.email({ error: accountSentences.emailInvalid }),
    ),
  firstName: optionalName,
  lastName: optionalName,
  country: z.enum(registrationCountries, { error: accountSentences.countryMissing }),
} as const;
