import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { claimRefused } from '#contract/donor.ts';
import { forgetAnonymousDonations } from '#web/anonymous-donations/index.ts';
import { refreshDonorAnswers } from '#web/session/index.ts';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';
import { claimDonation, type ClaimOutcome } from './claim-donation.ts';

/** A claim by hand: where it stands, and what is wrong with it. */
export interface Claim {
  readonly state: 'open' | 'claiming' | ClaimOutcome;
  readonly problem: string | undefined;
  readonly claim: () => Promise<void>;
}

/** Claims one gift for the user who asks for it. A gift that is settled either way leaves this browser's store. */
export function useClaim(id: string, userId: string): Claim {
  const [state, setState] = useState<Claim['state']>('open');
  const cache = useQueryClient();
  useKeptFocus(state === 'claiming');
  async function claim(): Promise<void> {
    setState('claiming');
    const outcome = await claimDonation(id, userId);
    if (outcome !== 'failed') forgetAnonymousDonations(new Set([id]));
    if (outcome === 'claimed') void refreshDonorAnswers(cache);
    setState(outcome);
  }
  return { state, problem: problems[state], claim };
}

const problems: Partial<Record<Claim['state'], string>> = {
  refused: claimRefused,
  failed: 'The claim did not get through. Nothing is lost: please try again.',
};
