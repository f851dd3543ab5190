import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { callEndpoint } from '#web/api.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** Tells a signed-in donor where the gift is kept (spec 2, Donation Success). A gift is called theirs when their history has it. */
export function DonorNotice({ transactionId }: { readonly transactionId: string }): JSX.Element | null {
  const { data: isOwn } = useQuery({
    queryKey: ['donations', 'includes', transactionId],
    queryFn: async ({ signal }) =>
      (await callEndpoint('listDonations', { signal })).some(({ id }) => id === transactionId),
  });
  if (isOwn === undefined) return null;
  return (
    <section aria-labelledby="donor-heading" className="gift-notice print:hidden">
      <h2 id="donor-heading" className="text-xl font-extrabold">
        {isOwn ? 'Saved in your account' : 'Not in your account yet'}
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

const saved = 'It is saved in your account. The receipt stays at this address, and your history lists the donation.';

const notYours = 'It was made while you were not signed in. If it is yours, you can add it to your account.';
