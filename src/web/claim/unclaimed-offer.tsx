import { useQueryClient } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { claimRefused } from '#contract/donor.ts';
import {
  describeUnclaimed,
  readAnonymousDonations,
  sumDonations,
  useAnonymousDonations,
} from '#web/anonymous-donations/index.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { refreshDonorResponses, useSignInAgain, useUser } from '#web/session/index.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { moveFocusTo } from '#web/ui/scroll-to-section.ts';
import { useFocusRestore } from '#web/ui/use-focus-restore.ts';
import { claimStoredDonations } from './claim-donations.ts';

/** Offers a donor the donations that this browser still remembers, because their claim failed at sign-in. */
export function UnclaimedOffer(): JSX.Element | null {
  const { user } = useUser();
  const records = useAnonymousDonations();
  const format = useMoneyFormat();
  const { state, claim } = useClaims();
  if (!user) return null;
  if (records.length === 0) return <Outcome state={state} />;
  return (
    <section aria-label="Unclaimed donations" className="follows-country mb-6 rounded-card bg-leaf-tint p-4">
      <p className="mb-3">{describeUnclaimed(sumDonations(records), format)}</p>
      <Button disabled={state === 'claiming'} onClick={() => void claim(user.id)}>
        {state === 'claiming' ? 'Claiming…' : 'Add to my account'}
      </Button>
      <FieldProblem sentence={state === 'failed' ? failed : undefined} />
    </section>
  );
}

const failed = "We couldn't add everything to your account. Nothing is lost. Please try again.";

/** Replaces the offer when nothing is left to claim, and takes the focus from the offer's button. */
function Outcome({ state }: { readonly state: ClaimsState }): JSX.Element | null {
  if (state !== 'claimed' && state !== 'refused') return null;
  return (
    <p role="status" ref={takeFocus} className="mb-6 font-bold">
      {state === 'claimed' ? 'Saved to your account.' : claimRefused}
    </p>
  );
}

const takeFocus = (text: HTMLElement | null): void => void (text && moveFocusTo(text));

type ClaimsState = 'open' | 'claiming' | 'claimed' | 'refused' | 'failed';

/** Returns a function that claims everything in this browser's store. `refused` means that nothing could be claimed. */
function useClaims(): { readonly state: ClaimsState; readonly claim: (userId: string) => Promise<void> } {
  const [state, setState] = useState<ClaimsState>('open');
  const cache = useQueryClient();
  useFocusRestore(state === 'claiming');
  const signInAgain = useSignInAgain();
  async function claim(userId: string): Promise<void> {
    setState('claiming');
    const { claimed, isWithoutSession } = await claimStoredDonations(userId);
    if (isWithoutSession && (await signInAgain('/donation-history'))) return;
    if (claimed > 0) void refreshDonorResponses(cache);
    if (readAnonymousDonations().length > 0) setState('failed');
    else setState(claimed > 0 ? 'claimed' : 'refused');
  }
  return { state, claim };
}
