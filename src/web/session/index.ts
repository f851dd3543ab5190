export { beginSession } from './begin-session.ts';
export { forgetSession } from './forget-session.ts';
export { OwnFileLink } from './own-file-link.tsx';
export { forgetPrivateAnswers, privateAnswers, refreshDonorAnswers } from './private-answers.ts';
export { RequireDonor } from './require-donor.tsx';
export {
  onSessionEnd,
  readIsSignedIn,
  readSignInReason,
  signInState,
  useHint,
  useIsAdministrator,
  useIsSignedIn,
  type SignInReason,
} from './signed-in-hint.ts';
export { useSignInAgain } from './use-sign-in-again.ts';
export { useRefusalToast } from './use-refusal-toast.ts';
export { checkSession, hasSessionEnded, useUser } from './use-user.ts';
