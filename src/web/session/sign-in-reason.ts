/** Why a visitor was sent to `/auth`. It is kept in the history entry, so a reload keeps it and the address stays `/auth`. */
export interface SignInReason {
  /** The page to open after signing in: its path, and its hash if it has one. */
  readonly returnTo: string;
  /** Whether they were signed in before. */
  readonly hasSessionEnded: boolean;
  /** Whether the server asks every donor to sign in for now. */
  readonly isForEveryone?: boolean;
}

/** The history state of a navigation to `/auth`. */
export const signInState = (reason: SignInReason) => ({ signIn: reason });

/** The reason in a history state; `undefined` for a visitor who opened `/auth` themselves. */
export function readSignInReason(state: unknown): SignInReason | undefined {
  const { returnTo, hasSessionEnded, isForEveryone } = partsOf(partsOf(state)['signIn']);
  if (typeof returnTo !== 'string') return undefined;
  return {
    returnTo,
    hasSessionEnded: hasSessionEnded === true,
    ...(isForEveryone === true ? { isForEveryone } : {}),
  };
}

const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
