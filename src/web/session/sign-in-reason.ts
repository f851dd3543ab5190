/** The reason a visitor was sent to `/auth`. It is in the history entry, so a reload keeps it and the address stays `/auth`. */
export interface SignInReason {
  /** The page to open after signing in: its path, and its hash if it has one. */
  readonly returnTo: string;
  /** True if the visitor was signed in before. */
  readonly hasSessionEnded: boolean;
  /** True if the server asks every donor to sign in for now. */
  readonly isForEveryone?: boolean;
}

/** Returns the history state for a navigation to `/auth`. */
export const signInState = (reason: SignInReason) => ({ signIn: reason });

/** Reads the reason in a history state; `undefined` for a visitor who opened `/auth` themselves. */
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
