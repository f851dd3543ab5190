import { lazy, type JSX } from 'react';
import { useBasketMeals } from '#web/donate/index.ts';
import { useIsSignedIn } from '#web/session/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LaterPart } from '#web/ui/later-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisitorImpact } from './impact-section-visitor.tsx';
import { ImpactWords } from './impact-section-words.tsx';

/** Loaded for donors alone: visitors, who are many, need not carry it. */
const DonorImpact = lazy(() => import('./impact-section-donor.tsx'));

/** What gifts do (spec 2, Home sections): the donor's own, or what a visitor's would. */
export function ImpactSection(): JSX.Element {
  return (
    <section className="home-section impact" aria-labelledby="impact-heading">
      {useIsSignedIn() ? (
        <LaterPart loading={<Loading />}>
          <DonorImpact />
        </LaterPart>
      ) : (
        <BasketImpact />
      )}
      <p className="impact-deed">
        <ButtonLink to="/impact" tone="secondary">
          See Your Impact
        </ButtonLink>
      </p>
      <div hidden>
        <h3>Community Impact</h3>
        <p>What everybody has given together.</p>
      </div>
    </section>
  );
}

const BasketImpact = (): JSX.Element => <VisitorImpact basketMeals={useBasketMeals()} />;

const Loading = (): JSX.Element => (
  <>
    <ImpactWords text="Every gift you make is added up here." />
    <Skeleton className="impact-stats h-50 rounded-card" />
  </>
);
