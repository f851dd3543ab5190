import type { JSX } from 'react';
import { labelOf } from '#domain/donation/basket.ts';
import type { Donation } from './use-donation.ts';

/** Names the donation card, and takes the focus of a line that was removed. */
export const cardHeadingId = 'donation-card-heading';

/** The head of the receipt: what it is, and what the gift is called (spec 4, Stack label). */
export function CardHeading({ donation }: { donation: Donation }): JSX.Element {
  const label = labelOf(donation.draft.basket);
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h3 id={cardHeadingId} tabIndex={-1} className="text-xl font-extrabold">
        Your donation
      </h3>
      {label !== '' && <p className="text-sm text-muted">{label}</p>}
    </header>
  );
}
