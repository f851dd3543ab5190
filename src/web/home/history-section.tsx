import { lazy, type JSX } from 'react';
import { formatCountOf } from '#domain/money/format.ts';
import { sumDonations, useAnonymousDonations, type AnonymousTotals } from '#web/anonymous-donations/index.ts';
import { NoDonations } from '#web/history/index.ts';
import { useIsSignedIn } from '#web/session/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';

/** Only donors load this; most people on the home page are visitors. */
const DonorHistory = lazy(() => import('./history-section-donor.tsx'));

/** The latest donations (spec 2, Home sections): a donor's own, or a visitor's unclaimed ones in this browser. */
export function HistorySection(): JSX.Element {
  return (
    <section className="home-section needs-script" aria-labelledby="history-heading">
      <h2 id="history-heading" className="text-4xl">
        Your Donation History
      </h2>
      {useIsSignedIn() ? (
        <LazyPart loading={<Skeleton className="mt-8 h-50 rounded-card" />}>
          <DonorHistory />
        </LazyPart>
      ) : (
        <VisitorHistory />
      )}
    </section>
  );
}

function VisitorHistory(): JSX.Element {
  const totals = sumDonations(useAnonymousDonations());
  return totals.donations === 0 ? <NoDonations /> : <UnclaimedDonations totals={totals} />;
}

function UnclaimedDonations({ totals }: { readonly totals: AnonymousTotals }): JSX.Element {
  const them = totals.donations === 1 ? 'it' : 'them';
  return (
    <div className="history-plate">
      <img src="/art/bowl.svg" alt="" width="160" height="120" loading="lazy" className="h-auto w-40" />
      <div>
        <p className="text-xl font-extrabold">
          {`${formatCountOf(totals.donations, 'gift')}, ${formatCountOf(totals.meals, 'meal')}`}
        </p>
        <p className="mt-1 text-muted">{`This browser remembers ${them}. Claim ${them} to see ${them} listed here.`}</p>
        <p className="mt-4">
          <ButtonLink to="/auth" tone="secondary">
            Claim Donations
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
