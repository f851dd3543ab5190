import { accountCareSentences } from '#contract/account-care.ts';

/** What somebody who is signed in is told whose proof was not taken, by its code. */
export const proofRefusals = {
  password_wrong: accountCareSentences.passwordWrong,
  code_wrong: accountCareSentences.codeWrong,
  too_many_requests: 'Too many wrong passwords or codes. Please wait 15 minutes and try again.',
} as const;
