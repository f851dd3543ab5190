import { useQueryClient } from '@tanstack/react-query';
import type { UserAnswer } from '#contract/session.ts';
import { formatCount } from '#domain/money/format.ts';
import { ApiError } from '#web/api.ts';
import { claimStoredDonations } from '#web/claim/index.ts';
import { beginSession } from '#web/session/index.ts';
import { showToast } from '#web/ui/toast.ts';
import type { Submission } from '#web/ui/use-checked-form.ts';

/** What the two forms say when they are done, and when they are not (spec 8). */
export interface SignInWords {
  readonly welcome: string;
  readonly failure: 'Login failed' | 'Registration failed';
}

/**
 * Signs in by one of the two calls. Gifts that this browser remembers are claimed before the page becomes the user's, so that
 * what it reads then has them in it; the page itself leaves for home as soon as there is a user. `settleRefusal` may take a
 * refusal up by itself; all others are told in a toast.
 */
export function useSignIn<Request>(
  call: (request: Request) => Promise<UserAnswer>,
  { welcome, failure }: SignInWords,
  settleRefusal: (problem: unknown) => Submission | undefined = () => undefined,
): (request: Request) => Promise<Submission> {
  const cache = useQueryClient();
  return async (request) => {
    try {
      const user = await call(request);
      const claimed = await claimStoredDonations(user.id);
      beginSession(cache, user);
      showToast({ title: welcome, description: describeSuccess(user, claimed) });
      return { code: 'done' };
    } catch (problem) {
      const settled = settleRefusal(problem);
      if (settled) return settled;
      showToast({ title: failure, description: describeFailure(problem), tone: 'destructive' });
      return { code: 'refused', problems: {} };
    }
  };
}

function describeSuccess({ firstName, username }: UserAnswer, claimed: number): string {
  const name = firstName === null || firstName === '' ? username : firstName;
  if (claimed === 0) return `You are signed in, ${name}.`;
  const gifts = claimed === 1 ? 'Your donation has' : `Your ${formatCount(claimed)} donations have`;
  return `You are signed in, ${name}. ${gifts} been claimed to your account.`;
}

/** The server's words as they are (spec 8, Shared rule); the browser's own for a broken connection help nobody. */
const describeFailure = (problem: unknown): string =>
  problem instanceof ApiError ? problem.message : 'We could not reach the server. Please try again.';
