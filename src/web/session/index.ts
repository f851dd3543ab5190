export { beginSession } from './begin-session.ts';
export { forgetSession } from './forget-session.ts';
export { forgetPrivateAnswers, refreshDonorAnswers } from './private-answers.ts';
export { RequireDonor } from './require-donor.tsx';
export { readSignInReason, signInState, type SignInReason } from './sign-in-reason.ts';
export { onOtherTabChange, readIsSignedIn, useIsAdministrator, useIsSignedIn } from './signed-in-hint.ts';
export { useSignOut } from './use-sign-out.ts';
export { useRefusalToast } from './use-refusal-toast.ts';
export { confirmSessionEnd, useUser } from './use-user.ts';
