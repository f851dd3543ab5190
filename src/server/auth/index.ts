export { ensureAdmin, type EnsuredAdmin } from './ensure-admin.ts';
export { writeEmailChangedMail, writeLinkMail, writePasswordChangedMail } from './links/account-mails.ts';
export { endLinks, findPendingEmail, mailConfirmation, mailLink } from './links/mail-link.ts';
export { deleteOldFailures, isFailureOf } from './login-lock.ts';
export { hashUntagged, nameKey } from './names.ts';
export { checkProof, verifyPassword, type SessionOwner } from './password/check-password.ts';
export { createPasswordQueue, hashPassword } from './password/password.ts';
export { presentOrNull } from './register.ts';
export { authRoutes } from './routes.ts';
export { authenticatorUri, newSecret, timeStepOf } from './second-factor/authenticator.ts';
export { verifyCode } from './second-factor/check-code.ts';
export { encryptSecondFactors } from './second-factor/encrypt-second-factors.ts';
export { hashRecoveryCodes, newRecoveryCodes } from './second-factor/recovery-codes.ts';
export { encryptSecret, readSecret, type StoredSecret } from './second-factor/stored-secret.ts';
export { deleteExpiredSessions } from './session/delete-expired-sessions.ts';
export { callerOf, type Caller } from './session/known-devices.ts';
export { endOtherSessions, revokeAccess, sessionsMax } from './session/sessions.ts';
export {
  findUser,
  findUserByName,
  lockAccount,
  lockProvenAccount,
  markEmailConfirmed,
  replacePasswordHash,
} from './users.ts';
