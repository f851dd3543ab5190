import { dropSignedInHint } from './signed-in-hint.ts';

/** After the user has signed out: removes the hint cookie, and with it everything private (spec-readings, Pages). */
export const forgetSession = (): void => dropSignedInHint('signed_out');
