import * as z from 'zod/mini';
import { accountSentences, passwordField, passwordMax, profileFields } from './account.ts';

/** The refusals of `/account` and of mailed links. */
export const accountSettingsSentences = {
  linkInvalid: 'This link has expired or has already been used. Please request a new one.',
  passwordWrong: 'This is not your current password',
  adminEmailFixed: "The administrator's email address is set in the product's configuration.",
  adminAccountProtected: "The administrator's account cannot be deleted.",
  timeZoneUnknown: 'Please choose a time zone from the list',
  secondFactorAlreadyOn: 'Two-step sign-in is already on.',
  secondFactorRequired: 'Two-step sign-in cannot be turned off, because your role on the team requires it.',
  codeWrong: 'Incorrect code. Please enter the latest one.',
  deviceUnknown: 'This device is no longer signed in.',
} as const;

/**
 * `POST /api/password-link`: requests a link to choose a new password. The response never reveals whether the account exists.
 */
export const passwordLinkRequest = z.object({ email: profileFields.email });

/** The token after the `#` of a mailed link. A malformed token is refused like a used one. */
const linkToken = z.string({ error: accountSettingsSentences.linkInvalid });

/** `POST /api/password-reset`: the mailed token and the new password. */
export const passwordResetRequest = z.object({ token: linkToken, password: passwordField });

/** `POST /api/confirm-email`: the mailed token, which confirms a first or a new address. */
export const confirmEmailRequest = z.object({ token: linkToken });

/** The confirmed address. */
export const confirmEmailResponse = z.object({ email: z.string() });

/** `GET /api/account`: the donor's own account as `/account` shows it. */
export const accountResponse = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  /** An address that replaces `email` after it is confirmed. */
  pendingEmail: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  country: z.string(),
  timeZone: z.string(),
  isAdmin: z.boolean(),
  isStaff: z.boolean(),
  /** True if this is the account of `ADMIN_EMAIL`. */
  isFirstAdministrator: z.boolean(),
  hasSecondFactor: z.boolean(),
  createdAt: z.string(),
});

export type AccountResponse = z.infer<typeof accountResponse>;

/** `PATCH /api/account`: `timeZone` is an IANA name, checked by the server. */
export const profileRequest = z.object({
  firstName: profileFields.firstName,
  lastName: profileFields.lastName,
  country: profileFields.country,
  timeZone: z.string({ error: accountSettingsSentences.timeZoneUnknown }),
});

export type ProfileRequest = z.infer<typeof profileRequest>;

/** The donor's current password, required before sensitive changes. */
const currentPassword = z
  .string({ error: accountSentences.passwordShort })
  .check(
    z.minLength(1, { error: accountSettingsSentences.passwordWrong }),
    z.maxLength(passwordMax, { error: accountSettingsSentences.passwordWrong }),
  );

/** `POST /api/account/email`: the new address. It is used after it is confirmed. */
export const changeEmailRequest = z.object({ email: profileFields.email, password: currentPassword });

/** `POST /api/account/password`. */
export const changePasswordRequest = z.object({ password: currentPassword, newPassword: passwordField });

/** `POST /api/account/deletion`. */
export const deletionRequest = z.object({ password: currentPassword });

/** A device on which the donor is signed in. `device` describes the browser. */
export const deviceResponse = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: z.string(),
  seenAt: z.string(),
  isCurrent: z.boolean(),
});

export type DeviceResponse = z.infer<typeof deviceResponse>;

/** `GET /api/account/devices`: the current device first, the others by last use. */
export const devicesResponse = z.array(deviceResponse);

/** `DELETE /api/account/devices`: the number of devices signed out. */
export const devicesEndedResponse = z.object({ ended: z.int() });

/** `POST /api/account/second-factor`: starts the setup. */
export const startSecondFactorRequest = z.object({ password: currentPassword });

/** The shared secret for an authenticator, in base32, and the `otpauth:` address in the QR code. */
export const secondFactorResponse = z.object({ secret: z.string(), uri: z.string() });

const secondFactorCode = z
  .string({ error: accountSettingsSentences.codeWrong })
  .check(z.trim(), z.minLength(1, { error: accountSettingsSentences.codeWrong }), z.maxLength(40));

/** `POST /api/account/second-factor/confirm`: the first code, which proves that the authenticator has the secret. */
export const confirmSecondFactorRequest = z.object({ code: secondFactorCode });

/** Recovery codes. Each works once instead of the authenticator. No later response contains them. */
export const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()) });

/** `POST /api/account/second-factor/removal`. */
export const removeSecondFactorRequest = z.object({ password: currentPassword, code: secondFactorCode });
