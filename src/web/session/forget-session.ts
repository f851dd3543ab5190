import { dropSignedInHint } from './signed-in-hint.ts';

/** Removes the hint cookie after the user has signed out, and with it everything private (spec-readings, Pages). */
export const forgetSession = (): void => dropSignedInHint('signed_out');
