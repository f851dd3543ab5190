import { useQueryClient } from '@tanstack/react-query';
import type { UserResponse } from '#contract/account/session.ts';
import { formatCount } from '#domain/money/format.ts';
import { readAnonymousDonations } from '#web/anonymous-donations/index.ts';
import { failureText } from '#web/api-error.ts';
import { claimStoredDonations } from '#web/claim/index.ts';
import { beginSession } from '#web/session/index.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import type { Submission } from '#web/ui/form/use-form.ts';

/** The titles of the toasts (spec 8). */
interface SignInTitles {
  readonly welcome: string;
  readonly failure: 'Login failed' | 'Registration failed';
}

/**
 * Signs in or registers through `call`. Unclaimed donations are claimed before the session begins, so that the first pages
 * the user sees include them; `AuthPage` redirects as soon as there is a user. `handleRefusal` may handle a refusal
 * itself; other refusals are shown in a toast.
 */
export function useSignIn<Request>(
  call: (request: Request) => Promise<UserResponse>,
  { welcome, failure }: SignInTitles,
  handleRefusal: (problem: unknown) => Submission | undefined = () => undefined,
): (request: Request) => Promise<Submission> {
  const cache = useQueryClient();
  return async (request) => {
    try {
      const user = await call(request);
      const { claimed } = await claimStoredDonations(user.id);
      beginSession(cache, user);
      showToast({ title: welcome, description: describeSuccess(user, claimed, readAnonymousDonations().length) });
      return { code: 'done' };
    } catch (problem) {
      const handled = handleRefusal(problem);
      if (handled) return handled;
      showToast({ title: failure, description: failureText(problem), tone: 'destructive' });
      return { code: 'refused', problems: {} };
    }
  };
}

function describeSuccess({ firstName, username }: UserResponse, claimed: number, unclaimed: number): string {
  const name = firstName === null || firstName === '' ? username : firstName;
  if (unclaimed > 0) {
    const donations = unclaimed === 1 ? 'a donation' : `${formatCount(unclaimed)} donations`;
    return `You are signed in, ${name}. We couldn't claim ${donations}. Try again in My Donations.`;
  }
  if (claimed === 0) return `You are signed in, ${name}.`;
  const donations = claimed === 1 ? 'Your donation has' : `Your ${formatCount(claimed)} donations have`;
  return `You are signed in, ${name}. ${donations} been claimed to your account.`;
}
