import { accountCareSentences } from '#contract/account-care.ts';

/** Sentences for a signed-in user whose password or code was not accepted. */
export const proofRefusals = {
  password_wrong: accountCareSentences.passwordWrong,
  code_wrong: accountCareSentences.codeWrong,
  too_many_requests: 'Too many wrong passwords or codes. Please wait 15 minutes and try again.',
} as const;
