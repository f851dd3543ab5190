import { barrierSentences } from '#contract/checkout.ts';
import type { Deps } from '#server/deps.ts';
import { findClosure } from './closed-subjects.ts';

/** Why someone may not start a payment for now. */
export type Barrier =
  | { readonly code: 'sign_in_required'; readonly sentence: string }
  | { readonly code: 'too_many_declines'; readonly sentence: string; readonly retryAt: Date };

/** Finds why a new checkout is not allowed; undefined if it is allowed. */
export async function findBarrier(
  { config, db, clock }: Pick<Deps, 'config' | 'db' | 'clock'>,
  { donorId, subjects }: { readonly donorId: string | null; readonly subjects: readonly string[] },
): Promise<Barrier | undefined> {
  if (config.declines.needsSignIn && donorId === null)
    return { code: 'sign_in_required', sentence: barrierSentences.signInToDonate };
  const closure = await findClosure(db.read, subjects, clock.now());
  return closure && tooManyDeclines(closure.until);
}

export const tooManyDeclines = (retryAt: Date) =>
  ({ code: 'too_many_declines', sentence: barrierSentences.tooManyDeclines, retryAt }) as const;
