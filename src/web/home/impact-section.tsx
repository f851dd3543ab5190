import { lazy, type JSX } from 'react';
import { hiddenSentences } from '#domain/report/public-figures.ts';
import { useBasketMeals } from '#web/donate/index.ts';
import { useIsSignedIn } from '#web/session/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';
import { ImpactIntro, VisitorImpact } from './impact-stats.tsx';
import { useFigures } from './use-figures.ts';

/** Only donors load this; most people on the home page are visitors. */
const DonorImpact = lazy(() => import('./impact-section-donor.tsx'));

/** The impact of donations (spec 2, Home sections): a donor's own figures, or those of a visitor's basket. */
export function ImpactSection(): JSX.Element {
  const figures = useFigures();
  return (
    <section className="home-section impact" aria-labelledby="impact-heading">
      {useIsSignedIn() ? (
        <LazyPart loading={<Loading />}>
          <DonorImpact />
        </LazyPart>
      ) : (
        <BasketImpact />
      )}
      <p className="impact-action">
        <ButtonLink to="/impact" tone="secondary">
          See Your Impact
        </ButtonLink>
      </p>
      <div hidden={!figures}>
        <h3>Community Impact</h3>
        <p>{(figures ?? hiddenSentences).community}</p>
      </div>
    </section>
  );
}

const BasketImpact = (): JSX.Element => <VisitorImpact basketMeals={useBasketMeals()} />;

const Loading = (): JSX.Element => (
  <>
    <ImpactIntro text="Every gift you make counts toward these totals." />
    <Skeleton className="impact-stats h-50 rounded-card" />
  </>
);
