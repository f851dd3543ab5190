import type { JSX } from 'react';
import type { ReceiptAnswer } from '#contract/receipt.ts';
import { formatCount } from '#domain/money/format.ts';
import { rememberAnonymousDonation } from '#web/anonymous-donations/index.ts';
import { confirmedReceipt, Receipt } from '#web/donation-success/index.ts';
import { moveFocusTo } from '#web/layout/scroll-to-section.ts';
import { useUser } from '#web/session/index.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/field-problem.tsx';
import { useClaim } from './use-claim.ts';
import { useOwnsDonation } from './use-owns-donation.ts';

/** A gift that can be claimed: what it is, the deed, and its receipt. */
export function ClaimGift({ receipt }: { readonly receipt: ReceiptAnswer }): JSX.Element {
  const { status, user } = useUser();
  return (
    <article className="mx-auto grid max-w-reading gap-8 px-4 py-12">
      <header className="grid justify-items-center gap-3 text-center">
        <img src="/art/bowl.svg" alt="" width="160" height="120" />
        <h1 className="text-3xl">{`A gift of ${countMeals(receipt.mealsProvided)} for ${receipt.charityName}`}</h1>
        <p className="text-lg text-muted">In an account it counts for history, impact and rewards.</p>
        {user && <ClaimButton id={receipt.id} userId={user.id} />}
        {!user && status !== 'loading' && <SignInFirst receipt={receipt} />}
      </header>
      <Receipt receipt={confirmedReceipt(receipt)} />
    </article>
  );
}

function ClaimButton({ id, userId }: { readonly id: string; readonly userId: string }): JSX.Element {
  const { state, problem, claim } = useClaim(id, userId);
  const isOwn = useOwnsDonation(id) === true;
  if (isOwn || state === 'claimed') return <Claimed isNew={state === 'claimed'} />;
  return (
    <div>
      <Button size="large" disabled={state === 'claiming'} onClick={() => void claim()}>
        {state === 'claiming' ? 'Claiming…' : 'Claim this donation'}
      </Button>
      <FieldProblem sentence={problem} />
    </div>
  );
}

/** Stands in place of the button. Whoever has just pressed that is led here. */
const Claimed = ({ isNew }: { readonly isNew: boolean }): JSX.Element => (
  <div role="status" className="grid justify-items-center gap-3">
    <p ref={isNew ? takeFocus : null} className="text-lg font-bold text-leaf">
      It is saved in your account.
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

/** Signing in leads home, and claims what this browser remembers: so it remembers this gift first. */
const SignInFirst = ({ receipt: { id, amount, mealsProvided } }: { readonly receipt: ReceiptAnswer }): JSX.Element => (
  <ButtonLink to="/auth" size="large" onClick={() => rememberAnonymousDonation({ id, amount, mealsProvided })}>
    Sign in to claim
  </ButtonLink>
);

const countMeals = (meals: number): string => (meals === 1 ? '1 meal' : `${formatCount(meals)} meals`);
