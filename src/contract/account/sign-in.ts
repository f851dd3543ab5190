import * as z from 'zod/mini';
import { isInOneAlphabet } from '#domain/username.ts';
import { accountSentences, passwordField, passwordMax, passwordMin, profileFields, usernameMin } from './account.ts';

/** The longest name, checked before normalization. To normalize a name as long as a request may be takes a tenth of a second. */
const typedMax = 320;

/** `POST /api/login`: `username` may also be the email address (spec-readings, Accounts). */
export const loginRequest = z.object({
  username: z
    .string({ error: accountSentences.usernameShort })
    .check(
      z.maxLength(typedMax, { error: accountSentences.loginFailed, abort: true }),
      z.normalize('NFKC'),
      z.trim(),
      z.minLength(usernameMin, { error: accountSentences.usernameShort }),
    ),
  password: z
    .string({ error: accountSentences.passwordShort })
    .check(
      z.minLength(passwordMin, { error: accountSentences.passwordShort }),
      z.maxLength(passwordMax, { error: accountSentences.loginFailed }),
    ),
  /** The six digits of an authenticator, or a recovery code. Required for an account with a second factor. */
  code: z.optional(z.string().check(z.trim(), z.maxLength(40, { error: accountSentences.loginFailed }))),
});

export type LoginRequest = z.infer<typeof loginRequest>;

/**
 * 3 to 40 letters, digits, dots, dashes and underscores. Marks of a script can follow a letter, because Hindi and Thai cannot be
 * written without them. Marks that fit every script (Zinh) cannot: NFKC has joined the usual accents with their letters.
 */
const usernameForm = /^(?=.{3,40}$)(?:[\p{N}._-]|\p{L}(?:(?!\p{sc=Zinh})\p{M})*)+$/u;

/** `POST /api/register` (spec 3 and 5). */
export const registerRequest = z.object({
  username: z.string({ error: accountSentences.usernameShort }).check(
    z.maxLength(typedMax, { error: accountSentences.usernameFormat, abort: true }),
    z.normalize('NFKC'),
    z.trim(),
    z.minLength(usernameMin, { error: accountSentences.usernameShort }),
    z.regex(usernameForm, { error: accountSentences.usernameFormat }),
    z.regex(/^\P{DI}*$/u, { error: accountSentences.usernameFormat }), // some letters, such as U+3164, are invisible
    z.refine(isInOneAlphabet, { error: accountSentences.usernameMixed }),
  ),
  password: passwordField,
  email: profileFields.email,
  firstName: profileFields.firstName,
  lastName: profileFields.lastName,
  country: z._default(profileFields.country, 'US'),
  timeZone: z.optional(z.string()),
});

/** The body that the registration form sends. Our own page adds `timeZone`. */
export type RegisterRequest = z.infer<typeof registerRequest>;
