export { beginSession } from './begin-session.ts';
export { forgetSession } from './forget-session.ts';
export { forgetPrivateAnswers, refreshDonorAnswers, useForgettingWithOtherTabs } from './private-answers.ts';
export { RequireDonor } from './require-donor.tsx';
export {
  readIsSignedIn,
  readSignInReason,
  signInState,
  useIsAdministrator,
  useIsSignedIn,
  type SignInReason,
} from './signed-in-hint.ts';
export { useSignOut } from './use-sign-out.ts';
export { useRefusalToast } from './use-refusal-toast.ts';
export { useUser } from './use-user.ts';
