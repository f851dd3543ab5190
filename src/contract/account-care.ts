import * as z from 'zod/mini';
import { accountSentences, passwordField, profileFields } from './account.ts';

/** What `/account` and the links in mails say when something is refused. */
export const accountCareSentences = {
  linkInvalid: 'This link has expired or was used already. Please ask for a new one.',
  passwordWrong: 'This is not your current password',
  adminEmailStays: "The administrator's email address is set where the product is configured.",
  adminAccountStays: "The administrator's account cannot be deleted.",
  timeZoneUnknown: 'Please choose a time zone from the list',
  secondFactorStands: 'Two-step sign-in is on already.',
  secondFactorNeeded: 'Please turn on two-step sign-in on your account page first.',
  secondFactorStays: 'Two-step sign-in cannot be turned off for the administrator.',
  codeWrong: 'This code is not right. Please enter the newest one.',
  deviceUnknown: 'This device is not signed in any more.',
} as const;

/** `POST /api/password-link`: asks for a link to choose a new password. The answer never tells whether there is such an account. */
export const passwordLinkRequest = z.object({ email: profileFields.email });

/** A token as a mailed link carries it behind its `#`; any text that is none is refused like one that was used. */
const linkToken = z.string({ error: accountCareSentences.linkInvalid });

/** `POST /api/password-reset`: the mailed token, and the password from now on. */
export const passwordResetRequest = z.object({ token: linkToken, password: passwordField });

/** `POST /api/confirm-email`: the mailed token, of a new account's address or of one that is to take its place. */
export const confirmEmailRequest = z.object({ token: linkToken });

/** The address that is confirmed now. */
export const confirmEmailAnswer = z.object({ email: z.string() });

/** `GET /api/account`: the donor's own account as `/account` shows it. */
export const accountAnswer = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  /** An address that waits for its confirmation to take the place of `email`. */
  pendingEmail: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  country: z.string(),
  timeZone: z.string(),
  isAdmin: z.boolean(),
  hasSecondFactor: z.boolean(),
  createdAt: z.string(),
});

/** The donor's own account on the wire. */
export type AccountAnswer = z.infer<typeof accountAnswer>;

/** `PATCH /api/account`: who the donor is and where. `timeZone` is an IANA name; the server knows which there are. */
export const profileRequest = z.object({
  firstName: profileFields.firstName,
  lastName: profileFields.lastName,
  country: profileFields.country,
  timeZone: z.string({ error: accountCareSentences.timeZoneUnknown }),
});

/** A profile as it is to be from now on. */
export type ProfileRequest = z.infer<typeof profileRequest>;

/** A field with the donor's own password, asked for before what cannot be taken back. */
const currentPassword = z
  .string({ error: accountSentences.passwordShort })
  .check(
    z.minLength(1, { error: accountCareSentences.passwordWrong }),
    z.maxLength(200, { error: accountCareSentences.passwordWrong }),
  );

/** `POST /api/account/email`: the address that is to take the place of today's once it is confirmed. */
export const changeEmailRequest = z.object({ email: profileFields.email, password: currentPassword });

/** `POST /api/account/password`: today's password and the one from now on. */
export const changePasswordRequest = z.object({ password: currentPassword, newPassword: passwordField });

/** `POST /api/account/deletion`. */
export const deletionRequest = z.object({ password: currentPassword });

/** A device on which the donor is signed in; `device` is what its browser calls itself. */
export const deviceAnswer = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: z.string(),
  seenAt: z.string(),
  isCurrent: z.boolean(),
});

/** A signed-in device on the wire. */
export type DeviceAnswer = z.infer<typeof deviceAnswer>;

/** `GET /api/account/devices`: the device that asks first, then the one used last. */
export const devicesAnswer = z.array(deviceAnswer);

/** `DELETE /api/account/devices`: how many were signed out. */
export const devicesEndedAnswer = z.object({ ended: z.int() });

/** `POST /api/account/second-factor`: begins to set one up. */
export const startSecondFactorRequest = z.object({ password: currentPassword });

/** What an authenticator needs to know: the shared secret in base32, and both as the address of a QR code. */
export const secondFactorAnswer = z.object({ secret: z.string(), uri: z.string() });

const secondFactorCode = z
  .string({ error: accountCareSentences.codeWrong })
  .check(z.trim(), z.minLength(1, { error: accountCareSentences.codeWrong }), z.maxLength(40));

/** `POST /api/account/second-factor/confirm`: proves that the authenticator has the secret. */
export const confirmSecondFactorRequest = z.object({ code: secondFactorCode });

/** Codes that each work once in the authenticator's place, told this one time. */
export const recoveryCodesAnswer = z.object({ recoveryCodes: z.array(z.string()) });

/** `POST /api/account/second-factor/removal`. */
export const removeSecondFactorRequest = z.object({ password: currentPassword, code: secondFactorCode });
