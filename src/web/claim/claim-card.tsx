import { useQueryClient } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { claimRefused } from '#contract/donor.ts';
import type { ReceiptResponse } from '#contract/receipt.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { forgetAnonymousDonations, rememberAnonymousDonation } from '#web/anonymous-donations/index.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { confirmedReceipt, Receipt } from '#web/donation-success/index.ts';
import { useIsOwnDonation } from '#web/history/index.ts';
import { JourneyPart } from '#web/journey/index.ts';
import { refreshDonorResponses, useSignInAgain, useUser } from '#web/session/index.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { moveFocusTo } from '#web/ui/scroll-to-section.ts';
import { useFocusRestore } from '#web/ui/use-focus-restore.ts';
import { claimDonation, type ClaimOutcome } from './claim-donations.ts';

/** A donation that can be claimed: what it is, the button, and its receipt. */
export function ClaimCard({ receipt }: { readonly receipt: ReceiptResponse }): JSX.Element {
  const { status, user } = useUser();
  const format = useMoneyFormat();
  return (
    <article className="follows-country mx-auto grid max-w-reading gap-8 px-4 py-12">
      <header className="grid justify-items-center gap-3 text-center">
        <img src="/art/bowl.svg" alt="" width="160" height="120" />
        <h1 className="text-3xl">
          {`A gift of ${formatCountOf(receipt.mealsProvided, 'meal')} for ${receipt.charityName}`}
        </h1>
        <p className="text-lg text-muted">
          Save it to an account and it counts toward your history, impact and rewards.
        </p>
        {user && <ClaimButton receipt={receipt} userId={user.id} />}
        {!user && status !== 'loading' && <SignInFirst receipt={receipt} />}
      </header>
      <Receipt receipt={confirmedReceipt(receipt, format)} />
      <div className="claim-journey">
        <JourneyPart id={receipt.id} />
      </div>
    </article>
  );
}

function ClaimButton({ receipt, userId }: { readonly receipt: ReceiptResponse; readonly userId: string }): JSX.Element {
  const { state, claim } = useClaim(receipt, userId);
  const isOwn = useIsOwnDonation(receipt.id) === true;
  if (isOwn || state === 'claimed') return <Claimed isNew={state === 'claimed'} />;
  return (
    <div>
      <Button size="large" disabled={state === 'claiming'} onClick={() => void claim()}>
        {state === 'claiming' ? 'Claiming…' : 'Claim this donation'}
      </Button>
      <FieldProblem sentence={problems[state]} />
    </div>
  );
}

type ClaimState = 'open' | 'claiming' | ClaimOutcome;

const tryAgain = "We couldn't claim this donation. Nothing is lost. Please try again.";

const problems: Partial<Record<ClaimState, string>> = {
  refused: claimRefused,
  failed: tryAgain,
  without_session: tryAgain,
};

/**
 * Claims one donation. If it was claimed or can never be claimed, it is removed from this browser's store. If the session has
 * ended, it is stored, so that signing in again claims it.
 */
function useClaim(
  { id, amount, mealsProvided }: ReceiptResponse,
  userId: string,
): { readonly state: ClaimState; readonly claim: () => Promise<void> } {
  const [state, setState] = useState<ClaimState>('open');
  const cache = useQueryClient();
  const signInAgain = useSignInAgain();
  useFocusRestore(state === 'claiming');
  async function claim(): Promise<void> {
    setState('claiming');
    const outcome = await claimDonation(id, userId);
    if (outcome === 'without_session') {
      rememberAnonymousDonation({ id, amount, mealsProvided });
      await signInAgain(`/claim/${id}`);
    }
    if (outcome === 'claimed' || outcome === 'refused') forgetAnonymousDonations(new Set([id]));
    if (outcome === 'claimed') void refreshDonorResponses(cache);
    setState(outcome);
  }
  return { state, claim };
}

/** Replaces the button, and takes the focus when the button was just pressed. */
const Claimed = ({ isNew }: { readonly isNew: boolean }): JSX.Element => (
  <div role="status" className="grid justify-items-center gap-3">
    <p ref={isNew ? takeFocus : null} className="text-lg font-bold text-leaf">
      Saved to your account.
    </p>
    <p className="flex flex-wrap justify-center gap-3">
      <ButtonLink to="/donation-history">View Donation History</ButtonLink>
      <ButtonLink to="/impact" tone="secondary">
        See Overall Impact
      </ButtonLink>
    </p>
  </div>
);

const takeFocus = (text: HTMLElement | null): void => void (text && moveFocusTo(text));

/** Signing in claims every donation in this browser's store, so the donation is stored first. */
const SignInFirst = ({
  receipt: { id, amount, mealsProvided },
}: {
  readonly receipt: ReceiptResponse;
}): JSX.Element => (
  <ButtonLink to="/auth" size="large" onClick={() => rememberAnonymousDonation({ id, amount, mealsProvided })}>
    Sign in to claim
  </ButtonLink>
);
