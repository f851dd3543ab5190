import { lazy, type JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { sumDonations, useAnonymousDonations, type AnonymousTotals } from '#web/anonymous-donations/index.ts';
import { NoDonations } from '#web/history/index.ts';
import { useIsSignedIn } from '#web/session/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LaterPart } from '#web/ui/later-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Loaded for donors alone: visitors, who are many, need not carry it. */
const DonorHistory = lazy(() => import('./history-section-donor.tsx'));

/** The latest gifts (spec 2, Home sections): the donor's own, or what this browser remembers of a visitor's. */
export function HistorySection(): JSX.Element {
  return (
    <section className="home-section" aria-labelledby="history-heading">
      <h2 id="history-heading" className="text-4xl">
        Your Donation History
      </h2>
      {useIsSignedIn() ? (
        <LaterPart loading={<Skeleton className="mt-8 h-50 rounded-card" />}>
          <DonorHistory />
        </LaterPart>
      ) : (
        <VisitorHistory />
      )}
    </section>
  );
}

function VisitorHistory(): JSX.Element {
  const totals = sumDonations(useAnonymousDonations());
  return totals.donations === 0 ? <NoDonations /> : <UnclaimedGifts totals={totals} />;
}

const UnclaimedGifts = ({ totals }: { readonly totals: AnonymousTotals }): JSX.Element => (
  <div className="history-plate">
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
  </div>
);

function unclaimedTitle({ donations, meals }: AnonymousTotals): string {
  const gifts = donations === 1 ? '1 gift' : `${formatCount(donations)} gifts`;
  return `${gifts}, ${formatCount(meals)} ${meals === 1 ? 'meal' : 'meals'}`;
}
