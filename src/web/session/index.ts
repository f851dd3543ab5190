export { beginSession } from './begin-session.ts';
export { refreshDonorAnswers } from './private-answers.ts';
export { RequireDonor } from './require-donor.tsx';
export { readIsSignedIn, useIsSignedIn } from './signed-in-hint.ts';
export { useSignOut, type SignOut } from './use-sign-out.ts';
export { useUser, type UserState } from './use-user.ts';
