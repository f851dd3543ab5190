import { accountSettingsSentences } from '#contract/account/account-settings.ts';

/** Sentences for a signed-in user whose password or code was not accepted. */
export const proofRefusals = {
  password_wrong: accountSettingsSentences.passwordWrong,
  code_wrong: accountSettingsSentences.codeWrong,
  too_many_requests: 'Too many wrong passwords or codes. Please wait 15 minutes and try again.',
} as const;
