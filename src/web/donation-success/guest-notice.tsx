import type { JSX } from 'react';
import { formatCount, formatMoney } from '#domain/money/format.ts';
import { sumDonations, useAnonymousDonations, type AnonymousTotals } from '#web/anonymous-donations/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** Tells somebody without an account that the gift is not theirs yet, and how it can be (spec 2, Donation Success). */
export function GuestNotice(): JSX.Element {
  const records = useAnonymousDonations();
  return (
    <section aria-labelledby="guest-heading" className="gift-notice print:hidden">
      <h2 id="guest-heading" className="text-xl font-extrabold">
        Not signed in
      </h2>
      <p className="mt-2">{records.length > 0 ? unclaimed(sumDonations(records)) : withoutRecords}</p>
      <p className="mt-4">
        <ButtonLink to="/auth" tone="secondary">
          Sign Up / Sign In
        </ButtonLink>
      </p>
    </section>
  );
}

const withoutRecords = 'With an account you keep your receipts in one place and see what your gifts become.';

function unclaimed({ donations, amount, meals }: AnonymousTotals): string {
  const gifts = donations === 1 ? 'One donation' : `${formatCount(donations)} donations`;
  const mealsText = meals === 1 ? '1 meal' : `${formatCount(meals)} meals`;
  return `${gifts} on this device: ${formatMoney(amount)}, ${mealsText}. Sign up to claim ${donations === 1 ? 'it' : 'them'} and watch your impact grow.`;
}
