import type { JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { sumDonations, useAnonymousDonations, type AnonymousTotals } from '#web/anonymous-donations/index.ts';
import { DonateLink } from '#web/layout/donate-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** The latest gifts (spec 2, Home sections). Nobody is signed in here: it knows only what this browser remembers. */
export function HistorySection(): JSX.Element {
  const totals = sumDonations(useAnonymousDonations());
  return (
    <section className="home-section" aria-labelledby="history-heading">
      <h2 id="history-heading" className="text-4xl">
        Your Donation History
      </h2>
      <div className="history-plate">{totals.donations === 0 ? <NoGifts /> : <UnclaimedGifts totals={totals} />}</div>
    </section>
  );
}

const NoGifts = (): JSX.Element => (
  <>
    <img src="/art/empty-plate.svg" alt="" width="160" height="120" loading="lazy" className="h-auto w-40" />
    <div>
      <p className="text-xl font-extrabold">You haven't made any donations yet</p>
      <p className="mt-1 text-muted">Your gifts will be listed here. The first one takes about a minute.</p>
      <p className="mt-4">
        <DonateLink tone="secondary">Make Your First Donation</DonateLink>
      </p>
    </div>
  </>
);

const UnclaimedGifts = ({ totals }: { readonly totals: AnonymousTotals }): JSX.Element => (
  <>
    <img src="/art/bowl.svg" alt="" width="160" height="120" loading="lazy" className="h-auto w-40" />
    <div>
      <p className="text-xl font-extrabold">{unclaimedTitle(totals)}</p>
      <p className="mt-1 text-muted">This browser remembers them. Claim them to see them listed here.</p>
      <p className="mt-4">
        <ButtonLink to="/auth" tone="secondary">
          Claim Donations
        </ButtonLink>
      </p>
    </div>
  </>
);

function unclaimedTitle({ donations, meals }: AnonymousTotals): string {
  const gifts = donations === 1 ? '1 gift' : `${formatCount(donations)} gifts`;
  return `${gifts}, ${formatCount(meals)} ${meals === 1 ? 'meal' : 'meals'}`;
}
