import type { JSX } from 'react';
import { useOwnsDonation } from '#web/claim/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** Tells a signed-in donor where the gift is kept (spec 2, Donation Success). A gift is called theirs when their history has it. */
export function DonorNotice({ transactionId }: { readonly transactionId: string }): JSX.Element | null {
  const isOwn = useOwnsDonation(transactionId);
  if (isOwn === undefined) return null;
  return (
    <section aria-labelledby="donor-heading" className="gift-notice print:hidden">
      <h2 id="donor-heading" className="text-xl font-extrabold">
        {isOwn ? 'It is saved in your account' : 'Not in your account yet'}
      </h2>
      <p className="mt-2">{isOwn ? saved : notYours}</p>
      {!isOwn && (
        <p className="mt-4">
          <ButtonLink to={`/claim/${encodeURIComponent(transactionId)}`} tone="secondary">
            Claim this donation
          </ButtonLink>
        </p>
      )}
    </section>
  );
}

const saved = 'Your history lists it, and its receipt stays at this address.';

const notYours = 'It was made while you were not signed in. If it is yours, you can add it to your account.';
